"""`python -m roundtable` is the `roundtable` command."""

from roundtable.cli import main

raise SystemExit(main())
