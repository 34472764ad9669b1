"""The /analyze command: find the item, choose the mode, hand over to an agent, go from phase to phase."""

from roundtable.analysis.phases import PHASES

__all__ = ["command_text"]


def command_text(agents: tuple[str, ...], folder: str, runtime: str, arguments: str) -> str:
    """The body of the command file; `arguments` stands for the words behind the command."""
    phases = "\n".join(f"   - `{phase.key}` ({phase.name})" for phase in PHASES)
    stepped = "roundtable-analyst" in agents
    talking = "roundtable-lead" in agents
    modes: list[str] = []
    if talking:
        modes.append(f"- Without a wish: the conversation, with `{folder}/roundtable-lead.md`.")
    if stepped:
        modes.append(
            f'- When the person asks for steps ("step by step", `--steps`): `{folder}/roundtable-analyst.md`.'
        )
    if not modes:
        modes.append(
            "- No roundtable agent is switched on: let `roundtable analyze <item> --headless` write the documents."
        )
    return f"""\
# Analyze an item

Turn one backlog item into documents that can be built from. The person names the item: {arguments}

## 1. Find the item

1. Run `roundtable status "<what they named>" --json`. It answers with the slug, the folder and what is done.
2. If nothing matches, run `roundtable add "<what they named>"`; it prints the slug.
3. Without the `roundtable` command: look for `docs/requirements/<slug>/meta.json`, or create the folder with `draft.md`
   (their words) and `meta.json` (`description`, `slug`, `analysis_status: "raw"`, `phases_completed: []`).
4. Everything done and the code unchanged: say "Analysis is already complete and current. Nothing to do."

## 2. Choose the mode

{chr(10).join(modes)}

{runtime}

## 3. Hand over

Give the agent SLUG, ARTIFACT_FOLDER (`docs/requirements/<slug>`), META_CONTEXT (the content of meta.json), DRAFT_CONTENT
(the content of draft.md), SIZING_INFO (`sizing_decision` of meta.json, if there is one), and for the analyst PHASE_KEY.

## 4. After each phase (analyst)

1. The phases, in this order, leaving out those in `phases_completed`:
{phases}
2. Before each, say "Running Phase NN (Name)...". When it returns, add its key to `phases_completed`, write meta.json and
   set the marker in BACKLOG.md.
3. Ask "Phase NN (Name) complete. Continue to Phase MM (Name)? [Y/n]". On no, stop: the item can be resumed.
4. After the last one: "Phase 04 (Design) complete. Analysis complete. <slug> is ready to build."

## 5. Check

Run `roundtable check <slug>` at the end. Its errors are mended before the analysis counts as complete.

The build verb never comes here: it has its own agents and only reads the documents.
"""
