"""Every row of the tables that read values, files, questions and words is needed: without it a labelled sentence is misread."""

from collections.abc import Mapping

from interview_table import ALEX, Code, after, hear, known, think, words
from roundtable.analysis import changes
from roundtable.analysis.analysis import Turn
from roundtable.analysis.scanning import Caller, Occurrence
from roundtable.engine.briefing import Ask, Spoken
from roundtable.facts import (
    BusinessRule,
    Criterion,
    Decision,
    DirectChange,
    NoChange,
    Requirement,
)
from roundtable.facts.evidence import Quote
from roundtable.interview import (
    answering,
    code_answers,
    lead_ins,
    named,
    own_words,
    reading_draft,
    recap,
    saying,
    slots,
    stating,
    told_parts,
    wording,
)
from roundtable.interview.stating import Statement
from roundtable.language.acts import read_acts
from tables import check_rows, each

EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")


# -- slots ---------------------------------------------------------------------------------------------------------------


def test_each_word_that_demands_makes_a_figure_a_target() -> None:
    check_rows(
        slots,
        "_DEMANDS",
        slots.target_in,
        {
            "It must answer in 2 seconds": "2 seconds",
            "It has to answer in 2 seconds": "2 seconds",
            "Pages have to open in 2 seconds": "2 seconds",
            "It should answer in 2 seconds": "2 seconds",
            "A search may take 2 seconds": "2 seconds",
            "A search shall take 2 seconds": "2 seconds",
            "Today a search takes 2 seconds": "",
        },
    )


def test_each_bound_makes_a_figure_a_target() -> None:
    check_rows(
        slots,
        "_BOUNDS",
        slots.target_in,
        {
            f"A search takes {bound} 2 seconds": f"{bound} 2 seconds"
            for bound in ("at most", "at least", "no more than", "no longer than", "less than", "up to")
        }
        | {"It answers within 2 seconds": "within 2 seconds", "It stays under 20 MB": "under 20 MB"},
    )


def test_each_unit_belongs_to_its_figure() -> None:
    targets = (
        *(
            "200 ms",
            "300 milliseconds",
            "2 s",
            "2 sec",
            "2 seconds",
            "5 min",
            "5 minutes",
            "3 hours",
            "30 days",
        ),
        *("3 times", "99.9 %", "95 percent", "200 KB", "20 MB", "2 GB", "50 requests", "10,000 rows"),
        *("40 users", "25 items"),
    )
    check_rows(
        slots,
        "UNITS",
        slots.target_in,
        {**{f"It has to be {target} for now.": target for target in targets}, "It must be 3 of them": ""},
    )


def test_each_reason_is_found_behind_its_word() -> None:
    check_rows(
        slots,
        "REASONS",
        slots.reason_in,
        {
            "We take Postgres because we know it.": "we know it",
            "We take Postgres since the others do.": "the others do",
            "Keep the old name so that nothing breaks.": "nothing breaks",
            "Cap the cache, as otherwise it grows for ever": "it grows for ever",
            "Keep it in db.py because db.py is read at start. It stays.": "db.py is read at start",
        },
    )


def test_each_way_to_write_a_signature_is_kept_whole() -> None:
    check_rows(
        slots,
        "_SIGNATURES",
        slots.signature_in,
        {
            "people call `load(path, mode) -> Rows` and nothing else": "load(path, mode) -> Rows",
            "people call load(path, mode) and nothing else": "load(path, mode)",
        },
    )


def ranked(clause: str) -> tuple[str | None, str]:
    given = slots.rank_in(clause)
    return slots.level_in(clause), clause[: given.start()].strip() if given else "-"


def test_each_name_of_a_priority_is_known() -> None:
    check_rows(
        slots,
        "_LEVELS",
        ranked,
        {
            "the flag is a must": ("Must", "the flag"),
            "the flag: must-have": ("Must", "the flag:"),
            "the flag must ship": ("Must", "the flag"),
            "the flag is essential": ("Must", "the flag"),
            "the flag has top priority": ("Must", "the flag has"),
            "the flag gets top prio": ("Must", "the flag gets"),
            "the flag is the most important": ("Must", "the flag"),
            "the flag seems non-negotiable": ("Must", "the flag seems"),
            "the flag is a should": ("Should", "the flag"),
            "the flag: should-have": ("Should", "the flag:"),
            "the flag is a could": ("Could", "the flag"),
            "the flag: could-have": ("Could", "the flag:"),
            "the flag would be nice to have": ("Could", "the flag would"),
            "the flag is optional": ("Could", "the flag"),
            "the flag can wait": ("Could", "the flag"),
            "the flag gets low priority": ("Could", "the flag gets"),
            "the flag has lower priority": ("Could", "the flag has"),
            "the flag gets low prio": ("Could", "the flag gets"),
            "the flag seems least important": ("Could", "the flag seems"),
            "the flag gets high prio": ("Must", "the flag gets"),
            "prio is high": ("Must", ""),
            "the flag has medium priority": ("Should", "the flag has"),
            "priority: medium": ("Should", ""),
            "prio low": ("Could", ""),
            "the flag is a won't": ("Won't", "the flag"),
            "the flag: won't have": ("Won't", "the flag:"),
            "the flag, not this time": ("Won't", "the flag,"),
            "the flag is not in this release": ("Won't", "the flag"),
        },
    )


def test_each_word_before_a_priority_gives_it() -> None:
    check_rows(
        slots,
        "_GIVES",
        ranked,
        {
            "the flag is optional": ("Could", "the flag"),
            "the totals are essential": ("Must", "the totals"),
            "the totals would be optional": ("Could", "the totals would"),
            "treat the flag as essential": ("Must", "treat the flag"),
            "make the flag a must": ("Must", "make the flag"),
            "the flag is the must": ("Must", "the flag"),
            "the flag is only a could": ("Could", "the flag"),
            "set the flag to must": ("Must", "set the flag"),
            "priority: should": ("Should", ""),
            "the export must write a header": ("Must", "-"),
        },
    )


# -- files and names -----------------------------------------------------------------------------------------------------


def test_each_way_to_write_a_name_of_code_is_seen() -> None:
    def reads(text: str) -> list[str]:
        return [name.text for name in named.code_names(text)]

    check_rows(
        named,
        "_NAMES",
        reads,
        {
            "the `retry` word": ["retry"],
            "we call retry() there": ["retry"],
            "see load_rows for that": ["load_rows"],
            "the _rows stay, and _not_ this": ["_rows"],
            "the OrderBook keeps them": ["OrderBook"],
            "see orders.load for that": ["orders.load"],
            "see loadRows for that": ["loadRows"],
        },
    )


FILES = Code(["src/plot.py", "src/mail.py", "src/report.py"])
DRAWN = Spoken(persona=ALEX, text="The words of the request lead to `src/plot.py`.")


def planned(said: str, asked: Ask, *lines: Spoken) -> str:
    """The files that come in, those that stay out, and the kinds of whatever else was told."""
    analysis, turn = changes.hear(known(EXPORT), said, question=asked.text)
    acts = read_acts(said, place="talk", question=asked.text)
    thought = think("converse", analysis, asked=asked, heard=turn, acts=acts, code=FILES, said=lines)
    now = after(analysis, thought)
    files = [
        *(f"+{fact.path}" for fact in now.of(DirectChange)),
        *(f"-{fact.path}" for fact in now.of(NoChange)),
    ]
    others = [fact.kind for fact in now.facts[1:] if not isinstance(fact, DirectChange | NoChange)]
    return " ".join((*files, *others))


def test_a_no_in_front_is_said_to_the_file_that_was_brought_up() -> None:
    asked = Ask(text="Which rules must hold?", kinds=("business_rule",))
    said = "Nope, not plot.py, mail.py checks the limit."
    assert planned(said, asked, DRAWN) == "+src/mail.py -src/plot.py"


def test_what_the_table_brought_up_is_not_forgotten_over_a_question_back() -> None:
    asked = Ask(text="Which rules must hold?", kinds=("business_rule",))
    between = (
        Spoken(persona=None, text="can you say that more simply?"),
        Spoken(persona="business-analyst", text="More simply: which rules must hold?"),
    )
    said = "No, mail.py has to count what plot.py draws."
    assert planned(said, asked, DRAWN, *between) == planned(said, asked, DRAWN)
    assert planned(said, asked, DRAWN, *between) != planned(said, asked, *between)


def test_each_word_that_leans_on_the_sentence_before_keeps_the_two_together() -> None:
    def leans(second: str) -> str:
        first = Statement("The report lists every order.", 0, 29, "business_rule", "what")
        text = f"{first.text} {second}"
        said = Statement(second, 30, len(text), None, None)
        return "together" if stating._leans_on(first, said, text) else "apart"  # pyright: ignore[reportPrivateUsage]

    said = (
        *(
            "It stops after a hundred orders of one customer.",
            "Its last line is the sum.",
            "It's sorted by date.",
            "They come by date.",
        ),
        *(
            "Their totals stand below.",
            "Them I want sorted by name, date and sum.",
            "That took ages on every slow machine of the northern branch.",
            "That's sorted by date now.",
        ),
        *("This goes for drafts.", "These are never cut.", "Those have no number."),
        *("Same for returns.", "Then comes the sum.", "Each has its own line.", "So nobody counts by hand."),
        *("And the sum stands below.", "But drafts are left out.", "Not the drafts."),
        *("Later one more line is added.", "The same for returns.", "The list of returns too."),
        *("Unless somebody asks for fewer.", "Otherwise nobody knows the sum."),
    )
    labelled = each("together", *said) | each(
        "apart", "Nobody outside the branch may print it.", "Orders without a date come last."
    )
    check_rows(stating, "_LEANS", leans, labelled)
    points = each("together", "We never print it.", "Nobody sorts them.") | each("apart", "We never print.")
    check_rows(stating, "_POINTS", leans, points)
    away = (
        "And by the way the cache is off on every new machine.",
        "and btw the cache is off on every new machine",
        "And another thing: each one is signed twice.",
    )
    check_rows(stating, "_TURNS_AWAY", leans, each("apart", *away))


def test_each_condition_is_kept_with_the_yes_it_belongs_to() -> None:
    asked = Ask(text="Does it go out at once?", kinds=("error_case",))

    def kept(text: str) -> list[str]:
        _, now = hear(text, known(EXPORT), asked=asked)
        return [fact.headline for fact in now.facts[1:]]

    said = (
        "Yes, only the signed ones go out.",
        "Yes, if the clerk has signed it before noon.",
        "Yes, when the clerk has signed it before noon.",
        "Yes, unless the clerk has left the office.",
        "Yes, except the ones for the branch office.",
    )
    check_rows(
        told_parts, "_CONDITIONS", lambda text: " ".join(kept(text)) == text and "whole", each("whole", *said)
    )


# -- questions back ------------------------------------------------------------------------------------------------------


def test_each_way_to_ask_what_a_question_is_for_gets_its_purpose() -> None:
    asked = Ask(
        text="Which limits hold?",
        kinds=("business_rule",),
        purpose="so that a test can fail",
        simpler="Any limits?",
    )

    def reads(said: str) -> str:
        thought = think("answer_back", known(EXPORT), asked=asked, heard=Turn(number=1, text=said))
        return "purpose" if "a test can fail" in words(thought) else "simpler"

    said = (
        "why?",
        "what for?",
        "what difference does it make?",
        "how does that matter?",
        "do you really need that?",
        "what do you need to know it for?",
        "warum fragst du?",
        "weshalb fragst du?",
        "wozu das?",
        "pourquoi ?",
        "¿por qué?",
        "¿para qué?",
    )
    check_rows(answering, "_WHY", reads, {**each("purpose", *said), "what do you mean?": "simpler"})


def test_each_way_to_ask_after_ones_own_words_shows_where_they_stand() -> None:
    rule = BusinessRule(
        text="The sum is rounded", evidence=(Quote(turn=1, start=0, end=18, text="The sum is rounded"),)
    )
    said = (
        "what about the sum I said is rounded?",
        "and the sum, as i told you?",
        "where is the sum that I wrote of?",
        "I mentioned the sum, where is it?",
        "did you keep the sum?",
        "did you drop the sum?",
        "did you lose the sum?",
        "did you note the sum?",
        "what happened to the sum?",
        "where did my sum go?",
        "what became of the sum?",
    )
    analysis = known(EXPORT, rule)

    def reads(text: str) -> str:
        return own_words.own_words(analysis, text).partition(":")[0]

    shown = each("That is kept, BR-001", *said)
    check_rows(own_words, "_MISSED", reads, {**shown, "what is the sum?": "", "did you keep the logo?": ""})


def test_each_way_to_ask_whether_a_file_is_in_is_answered_from_the_plan() -> None:
    plan = DirectChange(path="src/plot.py", evidence=(Quote(turn=0, start=0, end=6, text="Export"),))
    code = Code(["src/plot.py", "src/other.py"])

    def reads(said: str) -> str:
        return words(think("answer_back", known(EXPORT, plan), heard=Turn(number=1, text=said), code=code))

    yes, no = "Yes, `src/plot.py` changes: DC-001.", "No: so far it is `src/plot.py`."
    said = ("in now", "out", "included", "missing", "part of it", "on the list", "there", "still planned")
    asked = each(yes, *(f"is plot.py {one}?" for one in said))
    check_rows(answering, "_IS_IN", reads, {**asked, "is src/other.py in?": no, "is new.py in?": no})


DEFINED = Occurrence(path="src/plot.py", line=3, role="defines")
CALLS = Code(uses={"kurtosis": (DEFINED,), "load_rows": (DEFINED,)})


def looked_up(said: str) -> str:
    return words(think("answer_back", known(EXPORT), heard=Turn(number=1, text=said), code=CALLS))


def test_each_word_of_a_question_about_code_lets_a_plain_word_be_a_name() -> None:
    said = (
        "who calls kurtosis?",
        "is kurtosis called at all?",
        "what uses kurtosis?",
        "is kurtosis used at all?",
        "what defines kurtosis?",
        "is kurtosis defined?",
        "what imports kurtosis?",
        "is kurtosis imported?",
        "what returns kurtosis?",
        "what if kurtosis returned nothing?",
        "is kurtosis a function?",
        "is kurtosis a class?",
        "is kurtosis a method?",
        "is kurtosis in the code?",
        "is kurtosis in our code?",
        "is kurtosis in this code?",
        "which test is there for kurtosis?",
    )

    def reads(text: str) -> str:
        return "looked up" if "src/plot.py:3" in looked_up(text) else "not"

    check_rows(
        code_answers,
        "IN_CODE",
        reads,
        {**each("looked up", *said), "what is a kurtosis?": "not", "what is a kurtosis code?": "not"},
    )


def test_each_word_that_asks_something_of_a_name_gets_that() -> None:
    said = {
        "breaks": ("what breaks without load_rows?", "is load_rows broken?", "what affects load_rows?", "is load_rows affected?"),
        "overrides": ("what overrides load_rows?", "is load_rows overridden?"),
        "tests": (
            "which tests have load_rows?", "is load_rows tested?", "what would touch load_rows?", "what covers load_rows?",
            "is load_rows covered?",
        ),
        "calls": (
            "what calls load_rows?", "is load_rows called?", "are there callers of load_rows?", "what uses load_rows?",
            "is load_rows used?", "what reads load_rows?", "is load_rows read?", "who has load_rows?", "what needs load_rows?",
            "what imports load_rows?", "is load_rows imported?",
        ),
        "place": (
            "where is load_rows?", "what defines load_rows?", "is load_rows defined?", "the signature of load_rows?",
            "what does load_rows take?", "what returns load_rows?", "what does load_rows have?", "has load_rows a form?",
        ),
    }  # fmt: skip
    labelled = {text: kind for kind, texts in said.items() for text in texts}
    check_rows(code_answers, "ASKED", code_answers.kind_asked, {**labelled, "why is there load_rows?": ""})


def test_each_verb_behind_a_name_makes_it_the_one_that_acts() -> None:
    def reads(text: str) -> str:
        return "acts" if looked_up(text).startswith(f"{code_answers.UNTOLD}; ") else "told"

    verbs = ("call", "use", "read", "need", "import")
    asked = each("acts", *(f"what does load_rows {verb} when it is called?" for verb in verbs))
    check_rows(code_answers, "_TAKES", reads, {**asked, "who calls load_rows?": "told"})


def test_each_value_of_a_language_is_no_name_of_the_program() -> None:
    def reads(text: str) -> list[str]:
        return [name.text for name in named.own_names(text)]

    values = ("null", "nil", "undefined", "true", "false", "self", "this")
    words_of_languages = (*values, "None", "print", "return", "str.format")
    none = each([], *(f"it gets `{value}` there" for value in words_of_languages))
    check_rows(named, "_VALUES", reads, {**none, "it calls Query.format()": ["Query.format"]})


def test_each_way_to_ask_where_we_are_asks_for_no_place() -> None:
    def reads(text: str) -> str:
        return "place" if code_answers.asks_for_place(text) else "status"

    said = (
        "where are we with the label export?",
        "where were we with the label export?",
        "tell me where we are with the label export",
        "where do we stand with the label export?",
        "where do things stand with the label export?",
    )
    places = {"where is the label printed?": "place", "where?": "status"}
    check_rows(code_answers, "_WHERE_WE_ARE", reads, {**each("status", *said), **places})


def test_each_word_for_saying_asks_for_a_source_and_not_for_code() -> None:
    def reads(text: str) -> str:
        thought = think("recap", known(EXPORT), code=CALLS, task={"criterion": f"who_said: {text}"})
        return "code" if "src/plot.py:3" in words(thought) else "source"

    said = ("who said we use load_rows?", "did I say we use load_rows?", "who told you to use load_rows?")
    check_rows(recap, "_SAID", reads, {**each("source", *said), "who calls load_rows?": "code"})


# -- words ---------------------------------------------------------------------------------------------------------------


def test_each_joint_ends_the_clause_that_makes_a_title() -> None:
    first = "The night mail goes to every clerk of the branch office"
    rest = (
        "and it lists the open orders",
        "but it lists no drafts",
        "so nobody has to ask",
        "because nobody asks",
        "since nobody asks",
        "while the shop is closed",
        "which is in Bonn",
        "or to the desk that serves it",
    )
    check_rows(wording, "BREAKS", wording.title_of, each(first, *(f"{first}, {one}" for one in rest)))


def test_each_mark_ends_the_clause_that_makes_a_title() -> None:
    first = "The night mail goes to every clerk of the branch office"
    rest = each(first, f"{first}: open orders only", f"{first} – open orders only")
    check_rows(wording, "_MARKS", wording.title_of, rest)


def test_each_joint_is_left_out_of_a_clause_that_is_said_back() -> None:
    said: Mapping[str, object] = {
        "And we print them twice": "we print them twice",
        "Or they write a letter": "they write a letter",
        "But nobody reads it": "nobody reads it",
        "So we wait all day": "we wait all day",
        "Because the disk is full": "the disk is full",
        "Every kind is added twice: the one here and the one there": "",
    }
    check_rows(saying, "_JOINS", saying._clause, said)


def test_each_ending_makes_two_forms_of_a_word_one() -> None:
    pairs = (
        *(
            "installations install",
            "installation install",
            "selections select",
            "bookings book",
            "payments pay",
        ),
        *("selection select", "booking book", "payment pay", "entries entry", "exported export"),
        *("importer import", "nightly night", "rows row"),
    )
    check_rows(wording, "_ENDINGS", lambda pair: wording.likeness(*pair.split()), each(1.0, *pairs))


def test_each_word_that_says_little_names_nothing() -> None:
    check_rows(
        wording,
        "_SAYS_LITTLE",
        wording.content_words,
        {
            "I am done with my list, having shown it to them and us": frozenset({"list", "shown"}),
            "why is this being sent, and where": frozenset({"sent"}),
            "one might print about two while we shall not": frozenset({"print", "two"}),
            "most things work without it, too": frozenset({"work"}),
            "here is something very odd": frozenset({"odd"}),
            "anything or nothing, that bit is really still the best part": frozenset({"best"}),
            "that thing is sold out now, so put it up today": frozenset({"sold", "put"}),
        },
    )


def labelled_as(said: str) -> str | None:
    found = stating.label_of(said)
    return f"{found[0]}: {said[found[1] :]}" if found else None


def test_each_label_that_somebody_writes_sorts_what_they_say() -> None:
    said = {
        f"{label}: the list": f"{kind}: the list"
        for kind, labels in stating.LABELS.items()
        for label in labels
    }
    told = {"it prints error: the list": None, "we have three rules. default is: the list": None}
    check_rows(stating, "LABELS", labelled_as, {**said, **told})


def test_each_word_may_stand_before_a_label() -> None:
    leads = ("As for", "About", "Also", "And", "New", "Another", "One more", "What", "The", "Add", "A", "An")
    said = {f"{lead} test: the list": "criterion: the list" for lead in leads}
    check_rows(
        stating,
        "_LEADS",
        labelled_as,
        {**said, "To your question, what must not break: it": "constraint: it"},
    )


def test_a_label_of_the_persons_own_beats_the_question() -> None:
    asked = Ask(text="What is deliberately out of scope?", kinds=("out_of_scope",))
    _, now = hear("Decision: write to a temporary file rather than lock it.", known(EXPORT), asked=asked)
    assert [fact.choice for fact in now.of(Decision)] == ["write to a temporary file rather than lock it."]


def test_each_way_to_begin_a_wish_finds_it_behind_what_goes_wrong() -> None:
    def wished(wish: str) -> str:
        draft = f"Our nightly job needs an hour because every row is fetched one by one. {wish}"
        facts = think("open_conversation", known(title=draft)).facts
        return next((fact.headline for fact in facts if isinstance(fact, Requirement)), "")

    begun = (
        "I would like the rows in one go.",
        "I'd like the rows in one go.",
        "I want the rows in one go.",
        "We want the rows in one go.",
        "We'd like the rows in one go.",
        "We need the rows in one go.",
        "Please fetch the rows in one go.",
        "It should fetch the rows in one go.",
        "There should be one fetch for all rows.",
    )
    check_rows(reading_draft, "_WISHES", wished, {wish: wish for wish in begun})


def test_each_word_for_today_keeps_a_sentence_from_being_a_check() -> None:
    asked = Ask(
        text="Take one real case: what does somebody do, and what exact result do they see?",
        kinds=("criterion",),
    )

    def checks(said: str) -> int:
        return len(hear(said, known(EXPORT), asked=asked)[1].of(Criterion))

    rest = "`shop export --days 3` prints three lines and exits with 0."
    words_ = ("Today", "At the moment", "Currently", "Right now", "So far")
    said = [f"{word} {rest}" for word in words_]
    check_rows(stating, "TODAY", checks, {**dict.fromkeys(said, 0), rest: 1})


def test_who_imports_the_files_of_the_plan_is_told_to_whoever_asks_without_a_name() -> None:
    code = Code(["src/plot.py", "src/mail.py"], callers={"src/plot.py": [Caller(path="src/mail.py")]})
    plan = known(EXPORT, DirectChange(path="src/plot.py", text="Here."))
    asked = Ask(text="Which rules must hold?", kinds=("business_rule",), simpler="Which rules?")

    def answered(said: str) -> bool:
        analysis, turn = changes.hear(plan, said, question=asked.text)
        return "is imported by" in words(think("answer_back", analysis, asked=asked, heard=turn, code=code))

    assert answered("and which tests are there for all of that?")
    assert not answered("and what is the sense of all of that?")


def test_each_filler_is_left_out_of_what_is_told() -> None:
    said = (
        *(
            "hm rows are sorted",
            "mmh, rows are sorted",
            "uh, rows are sorted",
            "Oh, rows are sorted",
            "ah rows are sorted",
            "and rows are sorted",
        ),
        *("also rows are sorted", "ok and: rows are sorted", "hmm what else.. rows are sorted"),
        *("as i said, rows are sorted", "like i said rows are sorted", "no no, rows are sorted"),
        *("yes and rows are sorted", "well, rows are sorted", "well: rows are sorted", "ok, rows are sorted"),
        *("right, rows are sorted", "yeah, rows are sorted", "told you: rows are sorted"),
        *("as I told you, rows are sorted", "I already said, rows are sorted"),
    )
    assert not lead_ins.without_fillers("well formed rows are sorted")
    assert not lead_ins.without_fillers("no row is sorted")
    check_rows(
        lead_ins,
        "_FILLERS",
        lambda text: text[lead_ins.without_fillers(text) :],
        each("rows are sorted", *said),
    )
