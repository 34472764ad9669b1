"""The analysis as documents, and documents as analysis. Pure: text in, text out.

- `catalog`: which documents there are
- `rendering`: analysis to text; one module per document
- `nfr_matrix`: the file that items share
- `insights`: what discussions add to documents
- `merge`: keep what people edited
- `reading`: any document as it is written, by one description of each (`forms`); for import, checks and merging
- `importing`: read documents back into facts
- `checks`: is the set consistent, are requirements well written
"""
