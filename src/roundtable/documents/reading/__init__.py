"""Documents as they are written, ours and those of others: the one reader behind import, `check` and merging.

- `document.Document`: a Markdown file read once, with the ids it defines (`entries`) and every fact it holds (`found`)
- `forms`: one description of each document: which headings hold which facts, and what people call columns and fields
- `identifiers`, `inline_marks`: what stands inside a line: ids; footnotes, sources, confidence, links
- `data_files`: the same for JSON, CSV and YAML

Nothing is judged here and nothing filled in. Elsewhere: Markdown itself (`roundtable.language.markdown`), facts made of what is
found (`fact_maker`), what is wrong with it (`checks`), cutting a document for merging (`pieces`).
"""
