"""Know the code: rank the files a description is about, draw the blast radius, resolve anchors. No model, no network.

`service.Scanner` is the way in; results are `roundtable.analysis.scanning`. Reading the disk and git is in `walk`, `git`,
`gather`, `worker` and `cache`; everything else is pure. `docs/scan.md` tells how it works and how well.
"""
