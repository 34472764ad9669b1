"""Ways in are found where code opens one, and only there."""

import pytest

from roundtable.scan.entrypoints import entry_points_in

Found = list[tuple[str, str, int | None]]

FILES: dict[str, tuple[str, Found]] = {
    "src/shop/views.py": ('@app.get("/carts/<id>")\ndef cart(id): ...\n', [("route", "/carts/<id>", 1)]),
    "src/shop/scaffold.py": ('def route():\n    """Use it so:\n\n    @app.route("/")\n    def index(): ...\n    """\n', []),
    "lib/params.rb": ("@q = @params.delete('q') { 1.0 }\n", []),
    "lib/app.rb": ("get '/orders/:id' do\nend\n", [("route", "/orders/:id", 1)]),
    "lib/all_verbs.rb": (
        "put '/a' do\nend\npatch \"/b\" do\nend\ndelete('/c') { 204 }\npatch :d\nrows.delete('/x')\ndelete('/y')\n",
        [("route", "/a", 1), ("route", "/b", 3), ("route", "/c", 5), ("route", "d", 6)],
    ),
    "api/routes.go": ('package api\n\nfunc add() {\n\tr.PATCH("/orders", change)\n}\n', [("route", "/orders", 4)]),
    "config/routes.rb": ("Rails.application.routes.draw do\n  resources :orders\nend\n", [("route", "orders", 2)]),
    "src/Handler/FileHandler.php": ("<?php\nclass FileHandler\n{\n}\n", []),
    "app/Http/Controllers/OrderController.php": ("<?php\nclass OrderController\n{\n}\n", []),
    "src/client.ts": ("export const all = () => app.get('/orders')\n", []),
    "src/server.ts": ("app.get('/orders', listOrders)\n", [("route", "/orders", 1)]),
    "shop/urls.py": ('urlpatterns = [\n    path("carts/", views.cart),\n]\nhere = path("x")\n', [("route", "carts/", 2)]),
    "lib/store.js": ("db.command('ping')\n", []),
    "bin/tool.js": ("program\n  .command('serve')\n", [("command", "serve", 2)]),
    "app/jobs/mail.rb": ("def later\n  MailJob.perform_later(1)\nend\n", []),
    "app/jobs/mail_job.rb": ("class MailJob < ApplicationJob\nend\n", [("job", "MailJob", 1)]),
    "shop/cli.py": ('@click.command("export", help="x")\ndef export_all(): ...\n', [("command", "export", 1)]),
    "src/Orders.java": ('class Orders {\n  @GetMapping("/orders")\n  List<Order> all() {}\n}\n', [("route", "/orders", 2)]),
    "cmd/main.go": ("package main\n\nfunc main() {\n}\n\nfunc Exported() {\n}\n", [("main", "main", 3)]),
    "flags.go": ("package cobra\n\nfunc (e *failure) Error() {\n}\n\nfunc (c *Command) Mark(x int) {\n}\n", [("public-api", "Mark", 6)]),
    "internal/flags.go": ("package flags\n\nfunc Mark() {\n}\n", []),
    "src/deep/inside/index.ts": ("export * from './x'\n", []),
    "packages/core/src/index.ts": ("export * from './x'\n", []),
    "include/shop/db.h": ("class DB;\n", []),
    "tool.py": ("parser = ArgumentParser()\n\nif __name__ == '__main__':\n    run()\n", [("command", "tool.py", 1)]),
    "app.py": ("class App: ...\n", []),
    "shop/__main__.py": ("from shop import run\n\nrun()\n", [("main", "shop", 1)]),
}  # fmt: skip


@pytest.mark.parametrize("path", sorted(FILES))
def test_ways_in_are_what_the_code_opens(path: str) -> None:
    text, wanted = FILES[path]
    assert [(one.kind, one.name, one.line) for one in entry_points_in(path, text.encode())] == wanted


def test_lines_after_a_comment_keep_their_number() -> None:
    text = '"""Größe,\nüber zwei Zeilen: @app.get("/x")\n"""\n@app.get("/carts")\ndef cart(): ...\n'
    assert [one.line for one in entry_points_in("a.py", text.encode())] == [4]
