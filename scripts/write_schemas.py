"""Write the published JSON Schemas beside `roundtable.documents.published`, from the types that write the documents."""

from pathlib import Path

from roundtable.documents import published


def main() -> None:
    folder = Path(published.__file__).parent / "schemas"
    folder.mkdir(exist_ok=True)
    for name, text in published.schema_texts().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"Wrote {name}")


if __name__ == "__main__":
    main()
