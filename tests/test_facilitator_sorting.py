"""What a sentence is by its own form: replies to drafts and remarks at menus, where the question does not tell."""

import pytest

from facilitator_table import ALEX, Shop, a_briefing, a_scan, an_analysis, think
from play import shipped
from roundtable.analysis.analysis import Turn
from roundtable.analysis.evidence import Inferred, Quote
from roundtable.analysis.facts import (
    DirectChange,
    Fact,
    Interface,
    Keyword,
    Module,
    OpenQuestion,
    OrderItem,
    Problem,
    Quality,
    Requirement,
    Scope,
)
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator import Facilitator
from roundtable.minds.facilitator.answers.sorting import form_of
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.replies import Reply, reply_kind
from roundtable.minds.facilitator.spans import Piece

MIND = Facilitator()


def a_piece(text: str) -> Piece:
    return Piece(0, len(text), text)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("It must add exactly one fee line to an overdue invoice.", "requirement"),
        ("The firmware should retry the upload three times.", "requirement"),
        ("If saving fails, nothing is charged.", "error_case"),
        ("It raises FeeError when the store cannot be saved.", "error_case"),
        ("20,000 rows must be done within 60 seconds.", "quality"),
        ("The fee is fixed by contract at 5 euros.", "constraint"),
        ("We stay on Python 3.11.", "constraint"),
        ("The worst is charging somebody twice.", "risk"),
        ("The job and the command can overwrite each other.", "risk"),
        ("Two options: a cron script, or a step inside the command.", "option"),
        ("I prefer the cron script because it fails alone.", "decision"),
        ("Refunds are out of scope.", "out_of_scope"),
        ("Nobody knows who owns the list.", "open_question"),
        ("We assume that due dates are always set.", "assumption"),
        ("charge_fees(store: Store, today: date) -> list[Invoice]", "interface"),
    ],
)
def test_a_plain_form_tells_what_a_sentence_is_wherever_it_turns_up(said: str, kind: str) -> None:
    assert form_of(a_piece(said), ("module",)) == kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Today somebody copies the figures by hand.", "problem"),
        ("The auditor wants to see who approved it.", "need"),
        ("The sensor wakes up, reads the value, sends it and goes back to sleep.", "journey"),
        ("Records go from the queue to the warehouse.", "data_flow"),
    ],
)
def test_a_suggestive_form_counts_only_where_its_kind_was_spoken_of(said: str, kind: str) -> None:
    assert form_of(a_piece(said), (kind, "note")) == kind
    assert form_of(a_piece(said), ("technology",)) == ""


def replied(
    text: str, kinds: tuple[str, ...], question: str = "What did I get wrong?", step: str = "01-06"
) -> Thought:
    asked = Ask(text=question, kinds=(*kinds, "approval"), origin="draft")
    return think(MIND, a_briefing("take_draft_reply", text, asked=asked, step=step))


def test_what_is_promised_in_reply_to_a_draft_is_never_left_out_of_scope() -> None:
    thought = replied(
        "It must retry three times. It must not charge twice. Reports are out of scope.",
        ("requirement", "business_rule", "out_of_scope"),
        "What does this promise that you did not mean, or fail to promise?",
    )
    texts = [(fact.kind, fact.headline) for fact in thought.facts]
    assert ("requirement", "The system shall retry three times.") in texts
    assert ("requirement", "The system shall not charge twice.") in texts
    assert [fact.kind for fact in thought.facts].count("out_of_scope") == 1


def test_each_sentence_of_a_reply_goes_where_it_belongs() -> None:
    thought = replied(
        "The worst is a lost reading. 500 sensors must be read within 10 seconds. We stay on FreeRTOS.",
        ("quality", "risk", "constraint"),
        step="01-05",
    )
    assert {fact.kind for fact in thought.facts} >= {"risk_zone", "quality", "constraint"}
    assert not [
        fact for fact in thought.facts if fact.kind == "constraint" and "lost reading" in fact.headline
    ]


def test_options_are_named_and_the_preference_is_the_decision() -> None:
    thought = replied(
        "Two options: a separate script run by cron, or a step inside the existing command. I prefer the script because it fails alone.",
        ("option", "constraint", "decision", "risk"),
        step="03-01",
    )
    options = [fact.headline for fact in thought.facts if fact.kind == "option"]
    assert options == ["A separate script run by cron", "A step inside the existing command"]
    assert [getattr(fact, "rationale", "") for fact in thought.facts if fact.kind == "decision"] == [
        "it fails alone"
    ]


def test_a_thought_spoken_aloud_is_no_decision() -> None:
    ramble = (
        "Well the thing with the store is that it grew over the years and whenever we touch one end the other end"
        " starts to smell a little, so people got careful"
    )
    asked = Ask(text="We can extend it or add beside it; what speaks against that?", kinds=("decision",))
    thought = think(MIND, a_briefing("take_answer", ramble, asked=asked, step="03-01"))
    assert [fact.kind for fact in thought.facts] == ["note"]


def test_a_slip_is_taken_back_and_is_no_fact_itself() -> None:
    slip = Problem(text="C", step_id="01-01", evidence=(Quote(turn=1, start=0, end=1, text="C"),))
    known = an_analysis(slip, turns=(Turn(number=1, text="C", step_id="01-01"),))
    asked = Ask(text="What is happening today?", kinds=("problem",))
    said = "Sorry, that was a typo. Fees are added by hand and a third of them is forgotten."
    thought = think(MIND, a_briefing("take_answer", said, asked=asked, analysis=known, step="01-01"))
    assert thought.retracted == (known.facts[0].id,)
    assert [fact.headline for fact in thought.facts if fact.kind == "problem"] == [
        "Fees are added by hand and a third of them is forgotten."
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("None, they all fit.", "nothing"),
        ("Nothing, it looks right", "nothing"),
        ("I would keep that as it is today.", "unchanged"),
        ("leave it as is", "unchanged"),
        ("It stays the same", "unchanged"),
        ("C", "passed"),
        ("no, the admin page is missing", "answer"),
        ("Nothing to compare it with yet", "answer"),
        ("Keep it under 5 seconds", "answer"),
    ],
)
def test_short_replies_that_say_nothing_new_are_told_from_answers(text: str, kind: Reply) -> None:
    assert reply_kind(text) == kind


def test_keeping_things_as_they_are_leaves_its_question_and_no_decision() -> None:
    asked = Ask(text="Which two ways of doing it are on the table?", kinds=("option", "decision"))
    thought = think(MIND, a_briefing("take_answer", "keep it as it is today", asked=asked, step="03-01"))
    assert [(fact.kind, fact.headline) for fact in thought.facts] == [
        ("note", "Which two ways of doing it are on the table? As it is today.")
    ]


def keywords(text: str, *known: Fact) -> Thought:
    asked = Ask(text="What does the code call this?", kinds=("keyword",))
    analysis = an_analysis(*known)
    return think(MIND, a_briefing("take_answer", text, asked=asked, analysis=analysis, step="00-02"))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("The code says reminder and dunning, never penalty.", ["reminder", "dunning"]),
        ('The words late fee, arrears and reminder. Not "penalty".', ["late fee", "arrears", "reminder"]),
        ("we call it `write_off`", ["write_off"]),
    ],
)
def test_words_to_search_for_are_told_from_words_that_are_not(said: str, words: list[str]) -> None:
    assert [fact.headline for fact in keywords(said).facts if fact.kind == "keyword"] == words


def test_only_the_word_that_is_refused_is_struck_off() -> None:
    thought = keywords(
        "The code says reminder, not penalty.",
        Keyword(word="reminder", hits=2),
        Keyword(word="penalty", hits=1),
    )
    assert thought.retracted == ("KW-002",)
    assert thought.confirmed == ("KW-001",)


def answered(text: str, question: str, kinds: tuple[str, ...], step: str, *known: Fact) -> Thought:
    asked = Ask(text=question, kinds=kinds)
    return think(MIND, a_briefing("take_answer", text, asked=asked, analysis=an_analysis(*known), step=step))


@pytest.mark.parametrize("reply", ["Nothing.", "Nothing, the standard library has it."])
def test_a_proposal_that_nobody_objects_to_is_the_decision(reply: str) -> None:
    question = "I would add no new dependency; what could you not do well without one?"
    thought = answered(reply, question, ("technology", "decision"), "03-02")
    assert [(fact.kind, fact.headline) for fact in thought.facts] == [("decision", "Add no new dependency")]


@pytest.mark.parametrize(
    ("reply", "question"),
    [
        ("A day of tests.", "I would put tests around the riskiest file; how much of that can you afford?"),
        ("Whether to mask the name too.", "Which decision in this plan are you least sure about?"),
        (
            "Hard to say, really, it changes with every release.",
            "What would each approach cost a year from now?",
        ),
    ],
)
def test_an_amount_a_doubt_or_a_remark_is_no_decision(reply: str, question: str) -> None:
    thought = answered(reply, question, ("decision", "risk"), "03-04")
    assert "decision" not in [fact.kind for fact in thought.facts]
    assert thought.facts


def test_a_doubt_is_an_open_question_with_whoever_decides() -> None:
    said = "Whether upstream wants it at all; Nate, the maintainer, decides."
    thought = answered(said, "What has to be settled before anyone starts?", ("decision",), "02-04")
    assert [(fact.kind, getattr(fact, "settles", "")) for fact in thought.facts] == [
        ("open_question", "Nate, the maintainer")
    ]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("There are no states.", "Which states can it be in, and what moves it from one to the next?"),
        ("None are refused.", "Which inputs are refused, and with which words?"),
        ("Nothing is kept.", "What is kept when it stops half-way, and what is undone?"),
    ],
)
def test_none_in_the_words_of_the_question_is_kept_with_it_and_makes_no_fact_of_its_kind(
    said: str, question: str
) -> None:
    thought = answered(said, question, ("state", "error_case"), "04-03")
    assert [fact.headline for fact in thought.facts if fact.kind == "note"] == [
        f"{question} {said.rstrip('.')}."
    ]
    assert {fact.kind for fact in thought.facts} == {"note"}


def test_an_odd_case_and_what_becomes_of_it_are_an_error_case() -> None:
    said = "An empty URL stays empty. A URL longer than 2,000 characters is cut after the host. If the file is missing the job stops with exit code 2."
    thought = answered(said, "What should it do with bad input?", ("error_case", "criterion"), "01-06")
    cases = [
        (getattr(fact, "condition", ""), getattr(fact, "recovery", ""))
        for fact in thought.facts
        if fact.kind == "error_case"
    ]
    assert cases == [
        ("An empty URL", "stays empty"),
        ("A URL longer than 2,000 characters", "is cut after the host"),
        ("the file is missing", "the job stops with exit code 2"),
    ]


def test_a_condition_about_something_else_is_a_requirement_of_its_own() -> None:
    said = "It must keep the host readable. It must also work for proxies. If the address is malformed, it shows the host only."
    thought = answered(said, "What must it do?", ("requirement", "criterion"), "01-06")
    texts = [fact.headline for fact in thought.facts if fact.kind == "requirement"]
    assert len(texts) == 3
    assert texts[-1].startswith("If the address is malformed, then the system shall show")


def test_the_order_that_was_told_replaces_the_order_of_the_scan() -> None:
    known = an_analysis(
        OrderItem(position=1, path="shop/cart.py"),
        OrderItem(position=2, path="shop/tax.py"),
        OrderItem(position=3, path="shop/pricing.py"),
    )
    asked = Ask(text="In what order would you make these changes?", kinds=("order",))
    said = "pricing.py first, then cart.py"
    mind = Facilitator(Shop())
    thought = think(mind, a_briefing("take_answer", said, asked=asked, analysis=known, step="02-04"))
    positions = {item.path: item.position for item in known.of(OrderItem)}
    for change in thought.amended:
        path = next(item.path for item in known.of(OrderItem) if item.id == change.fact_id)
        positions[path] = change.updates["position"]
    assert sorted(positions, key=lambda path: positions[path]) == [
        "shop/pricing.py",
        "shop/cart.py",
        "shop/tax.py",
    ]


def test_in_one_sentence_one_file_may_be_right_and_another_wrong() -> None:
    known = an_analysis(DirectChange(path="shop/cart.py"), DirectChange(path="shop/tax.py"))
    asked = Ask(text="Which file on the list is wrong, and which one is missing?", kinds=("direct_change",))
    said = "cart.py is right, pricing.py is missing, and tax.py is wrong."
    mind = Facilitator(Shop())
    thought = think(mind, a_briefing("take_answer", said, asked=asked, analysis=known, step="02-01"))
    assert thought.retracted == (known.facts[1].id,)
    assert known.facts[0].id in thought.confirmed
    assert [getattr(fact, "path", "") for fact in thought.facts if fact.kind == "direct_change"] == [
        "shop/pricing.py"
    ]


def test_units_keep_their_files_and_an_arrow_between_them_is_no_third_unit() -> None:
    known = an_analysis(DirectChange(path="shop/cart.py"), DirectChange(path="shop/pricing.py"))
    asked = Ask(text="What is each module responsible for?", kinds=("module",))
    said = "pricing: computes totals. cart: holds the items. cart calls pricing, never the other way round."
    mind = Facilitator(Shop())
    thought = think(mind, a_briefing("take_answer", said, asked=asked, analysis=known, step="04-01"))
    modules = {fact.headline: fact for fact in thought.facts if isinstance(fact, Module)}
    assert sorted(modules) == ["cart", "pricing"]
    assert modules["pricing"].paths == ("shop/pricing.py",)
    assert modules["cart"].depends_on == ("pricing",)


def test_a_failure_named_after_a_signature_belongs_to_it() -> None:
    said = "charge(store: Store) -> int. It raises FeeError when the store cannot be saved."
    thought = answered(said, "What does the caller pass in?", ("interface",), "04-02")
    faces = [fact for fact in thought.facts if isinstance(fact, Interface)]
    assert [(face.name, face.errors) for face in faces] == [("charge", ("FeeError",))]
    assert [getattr(fact, "condition", "") for fact in thought.facts if fact.kind == "error_case"] == [
        "the store cannot be saved"
    ]


def test_people_are_told_from_fields_and_are_named_once() -> None:
    said = "Every developer who calls it, and the log shipper that forwards the messages."
    thought = answered(said, "Who will use this?", ("user_type",), "01-02")
    assert [fact.headline for fact in thought.facts if fact.kind == "user_type"] == [
        "developer",
        "log shipper",
    ]
    said = "It must replace user and password by three stars."
    thought = answered(said, "What must it do?", ("requirement",), "01-06")
    assert [fact.kind for fact in thought.facts] == ["requirement"]


@pytest.mark.rule("P-LOOP-07")
def test_findings_that_come_after_the_step_was_opened_are_shown_before_they_are_asked_about() -> None:
    asked = Ask(text="What is the smallest change that would already count as done?", kinds=("scope",))
    briefing = a_briefing("take_answer", "one code at checkout", asked=asked, step="00-01", scan=a_scan())
    thought = think(Facilitator(Shop()), briefing)
    assert "The scan is through by now." in thought.contributions[-1].text
    assert [fact.headline for fact in thought.facts if getattr(fact, "size", None)]


def test_a_question_about_findings_of_a_kind_that_were_not_made_is_not_asked() -> None:
    scan = a_scan().model_copy(update={"risk_zones": (), "coverage_gaps": ()})
    briefing = a_briefing("open_step", step="02-03", persona=ALEX, scan=scan)
    thought = think(Facilitator(Shop()), briefing)
    assert [text for text in thought.answered if "scan marked as risky" in text]


def test_whoever_comes_back_to_a_step_sees_what_is_on_record() -> None:
    step = shipped().step("01-01")
    assert step is not None
    asked = tuple(question.text for question in step.questions(Depth.STANDARD))
    known = an_analysis(
        Problem(text="Fees are forgotten.", step_id="01-01", evidence=(Quote(turn=1, start=0, end=19, text="Fees are forgotten."),)),
        turns=(Turn(number=1, text="Fees are forgotten.", step_id="01-01"),),
    ).model_copy(update={"answered": asked})  # fmt: skip
    thought = think(MIND, a_briefing("open_step", analysis=known, step="01-01"))
    assert "Fees are forgotten" in thought.draft
    assert thought.question is not None


def test_a_question_left_open_is_closed_by_a_later_word_about_it() -> None:
    question = "What is happening today that makes this worth changing?"
    known = an_analysis(OpenQuestion(text=question, step_id="01-01"))
    said = "Today a third of the fees is forgotten."
    thought = think(MIND, a_briefing("take_feedback", said, analysis=known, step="01-01"))
    assert thought.retracted == (known.facts[0].id,)
    assert "out" not in thought.contributions[0].text.split()


@pytest.mark.parametrize(
    ("said", "found"),
    [("The node reads the voltage.", []), ("We react to alarms.", []), ("It runs on node 20 with react.", ["node", "react"])],
)  # fmt: skip
def test_everyday_words_are_no_technologies(said: str, found: list[str]) -> None:
    assert [tech.name for tech in find_technologies(said)] == found


def test_a_rank_alone_ranks_the_requirement_of_the_question() -> None:
    known = (Requirement(title="Load", text="x"), Requirement(title="Archive the file", text="y"))
    asked = 'How much does FR-001, "Load", matter: must, should, could or won\'t?'
    thought = answered("must", asked, ("priority",), "01-08", *known)
    assert [(getattr(fact, "target", ""), getattr(fact, "level", "")) for fact in thought.facts] == [
        ("FR-001", "Must")
    ]
    asked = "Which of these would people wait for without complaining?"
    thought = answered("archive", asked, ("priority",), "01-08", *known)
    assert [(getattr(fact, "target", ""), getattr(fact, "level", "")) for fact in thought.facts] == [
        ("FR-002", "Could")
    ]


def test_cases_and_examples_told_with_arrows_are_cut_where_they_end() -> None:
    thought = answered(
        "empty file -> skip; bad header -> reject", "What with bad input?", ("error_case",), "01-06"
    )
    cases = [(getattr(fact, "condition", ""), getattr(fact, "recovery", "")) for fact in thought.facts]
    assert cases == [("empty file", "skip"), ("bad header", "reject")]
    known = Requirement(title="Load a CSV", text="The system shall load a CSV.")
    thought = answered(
        "a file with 3 rows -> 3 rows", "How would you check FR-001?", ("criterion",), "01-06", known
    )
    checks = [
        (getattr(fact, "given", ""), getattr(fact, "then", ""))
        for fact in thought.facts
        if fact.kind == "criterion"
    ]
    assert checks == [("a file with 3 rows", "3 rows")]


def test_files_named_when_asked_for_new_ones_are_new() -> None:
    question = "What will have to be created that does not exist yet?"
    thought = answered("etl/load.py, etl/schema.sql", question, ("direct_change", "file_count"), "00-03")
    made = [
        (getattr(fact, "path", ""), getattr(fact, "change", ""))
        for fact in thought.facts
        if fact.kind == "direct_change"
    ]
    assert made == [("etl/load.py", "create"), ("etl/schema.sql", "create")]


def test_where_there_is_no_code_nobody_is_asked_about_it() -> None:
    scan = a_scan().model_copy(update={"files": (), "keywords": (), "total_files": 0})
    for step in ("00-01", "02-01", "02-03"):
        thought = think(MIND, a_briefing("open_step", step=step, scan=scan))
        opened = shipped().step(step)
        assert opened is not None
        asked = [one.text for one in opened.questions(Depth.STANDARD)]
        left = [text for text in asked if text not in thought.answered]
        assert not [text for text in left if "scan" in text or "best-ranked" in text or "riskiest" in text]
    thought = think(MIND, a_briefing("open_step", step="03-01", persona=ALEX, scan=scan))
    assert [text for text in thought.answered if "extend what exists" in text]


def test_of_two_numbers_the_one_that_is_new_replaces_the_old() -> None:
    known = an_analysis(Problem(text="14 of 200 nodes went silent last quarter."))
    thought = think(
        MIND, a_briefing("take_feedback", "20 of 200 nodes, not 14.", analysis=known, step="01-01")
    )
    assert [change.updates for change in thought.amended] == [
        {"text": "20 of 200 nodes went silent last quarter."}
    ]


def test_a_line_is_dropped_by_what_it_is_about_and_that_is_said() -> None:
    known = an_analysis(Problem(text="That estimate is too small."), Problem(text="Nodes went silent."))
    said = "Remove the line about the estimate."
    thought = think(MIND, a_briefing("take_feedback", said, analysis=known, step="01-01"))
    assert thought.retracted == (known.facts[0].id,)
    assert thought.contributions[0].text == (
        'That\'s important -- so "That estimate is too small" is out. Let me capture that.'
    )


def test_after_a_brief_step_every_requirement_has_a_first_check_and_the_title_no_longer_stands_in() -> None:
    title = Requirement(
        title="Charge a late fee", text="The system shall charge a late fee.", step_id="01-06", evidence=(Inferred(because="the title"),)
    )  # fmt: skip
    known = an_analysis(title)
    asked = Ask(
        text="What does this promise?",
        kinds=("requirement", "approval"),
        origin="draft",
        proposes=("FR-001",),
    )
    said = "It must add one fee line of 5 euros. It must log every charged invoice."
    thought = think(MIND, a_briefing("take_draft_reply", said, asked=asked, analysis=known, step="01-06"))
    told = [fact.id for fact in thought.facts if fact.kind == "requirement"]
    assert len(told) == 2
    assert thought.retracted == ("FR-001",)
    assert [getattr(fact, "requirement", "") for fact in thought.facts if fact.kind == "criterion"] == told


def test_the_order_of_work_has_the_new_files_and_not_those_that_stay() -> None:
    known = an_analysis(
        DirectChange(path="shop/codes.py", change="create"),
        turns=(Turn(number=1, text="cart.py stays as it is.", step_id="00-03"),),
    )
    briefing = a_briefing("open_step", analysis=known, step="02-02", persona=ALEX, scan=a_scan())
    facts = think(Facilitator(Shop()), briefing).facts
    assert [getattr(fact, "path", "") for fact in facts if fact.kind == "order"] == [
        "shop/pricing.py",
        "shop/codes.py",
    ]


def test_new_files_make_the_estimate_larger() -> None:
    known = Scope(text="", size="small", file_count=5, breakdown={"modify": 5})
    question = "What will have to be created that does not exist yet?"
    thought = answered("etl/load.py and etl/check.py", question, ("direct_change",), "00-03", known)
    assert [change.updates for change in thought.amended] == [
        {"breakdown": {"modify": 5, "new": 2}, "file_count": 7, "size": "medium"}
    ]


def test_whoever_wants_something_is_named_without_the_wish() -> None:
    said = "Shoppers want to see the lower price, and support wants to see which code was used."
    thought = answered(said, "Who will come across it?", ("user_type", "need"), "01-02")
    assert "Shoppers want to" not in [fact.headline for fact in thought.facts]
    assert [fact.headline.lower() for fact in thought.facts if fact.kind == "user_type"][:1] == ["shoppers"]


def test_where_it_would_be_too_slow_is_the_limit_and_not_the_wish() -> None:
    question = "At what point would it be so slow that people complain?"
    thought = answered("More than 100 ms from tab to list.", question, ("quality",), "01-05")
    (quality,) = [fact for fact in thought.facts if isinstance(fact, Quality)]
    assert (quality.text, quality.target) == ("At most 100 ms from tab to list.", "At most 100 ms")


def test_a_word_or_two_are_kept_with_their_question() -> None:
    question = "How long may it be out of order before it really hurts someone?"
    thought = answered("A day.", question, ("quality", "risk"), "01-05")
    assert [fact.headline for fact in thought.facts] == [f"{question} A day."]


def test_an_answer_that_names_no_harm_is_no_risk() -> None:
    question = "What happens to what people already have on the day this arrives?"
    thought = answered("Nothing changes for them.", question, ("risk", "constraint"), "01-05")
    assert "risk_zone" not in [fact.kind for fact in thought.facts]
    thought = answered("Old entries are lost.", question, ("risk", "constraint"), "01-05")
    assert [fact.kind for fact in thought.facts] == ["risk_zone"]


def test_what_is_said_of_a_person_is_no_second_person() -> None:
    thought = answered("Priya, who maintains our tool.", "Who decides?", ("stakeholder",), "01-01")
    assert [(fact.headline, getattr(fact, "interest", "")) for fact in thought.facts] == [
        ("Priya", "who maintains our tool")
    ]


def test_a_case_without_a_telling_word_checks_the_most_important_requirement() -> None:
    known = (
        Requirement(title="Offer recent values", text="The system shall offer recent values."),
        Requirement(title="Forget", text="The system shall let the user forget."),
    )
    said = "Given prod was used, when the user presses tab, then prod is on top."
    question = "Take the most important of these: in one real case, what goes in and what comes out?"
    thought = answered(said, question, ("criterion",), "01-06", *known)
    assert [getattr(fact, "requirement", "") for fact in thought.facts] == ["FR-001"]


def test_four_answers_in_a_row_that_add_nothing_bring_the_way_out_once() -> None:
    texts = ["a real answer about the fee", *["skip"] * 12]
    said: list[bool] = []
    for at in range(1, len(texts)):
        turns = tuple(Turn(number=n, text=text) for n, text in enumerate(texts[:at], start=1))
        asked = Ask(text=f"What about number {at}?", kinds=("risk",))
        thought = think(
            MIND, a_briefing("take_answer", texts[at], asked=asked, analysis=an_analysis(turns=turns))
        )
        said.append(any("[S] at the next menu" in piece.text for piece in thought.contributions))
    assert said == [False, False, False, True, *[False] * 8]
