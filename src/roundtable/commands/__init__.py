"""One module per command. `grammar` says what may be typed; each other module has `run(arguments) -> exit code`.

A command asks `wiring` for the real objects, says what it did and where, and knows nothing of other commands.
"""
