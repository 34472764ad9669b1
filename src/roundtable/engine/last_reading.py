"""The last reading: what was written is read once more before somebody reviews it, or before a run that nobody reviews ends.

A mind that reads documents gets them with the task (the driver's part) and repairs them with operations; any other has nothing
to say. What it repaired is told, and undo takes back these repairs alone. The same in a conversation, in steps and headless.
"""

from roundtable.engine.briefing import Thought
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import lead_of, say_answer, say_thought


def read_once_more(scene: Scene) -> None:
    scene.think("review", lead_of(scene), may_ask=False)


def repair(scene: Scene, thought: Thought) -> bool:
    """Take in what the reading repaired; whether the documents have to be written again."""
    if not thought.takes_in_anything:
        return False
    if scene.state.mode == "conversation":
        say_thought(scene, thought)
    else:
        say_answer(scene, thought)
    return scene.record(thought, apart=True)
