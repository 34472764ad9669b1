"""Which language a text is in, by its small words.

`language_of` tells English, German, Spanish and French apart and calls everything else "other". Short texts and code
count as English: a statement in another language is kept in its own words and not sorted, so doubt must not hide one.
"""

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_WORDS = {
    "en": "the a an and or of to in is are was were be been it its this that these those with for on at by from as not no "
    "we you they he she i our your their if when what which who how but so do does did has have had will would can could "
    "should must may only there than then just any all some every each more same also die war man",
    "de": "der die das den dem des ein eine einen einem einer und oder nicht kein keine ist sind war wird werden wurde im "
    "zu zum zur mit für auf aus bei von vom nach es sie wir ihr ich man auch nur noch schon wenn dass aber wie was "
    "wer wo haben hat soll sollen muss müssen kann können darf dürfen sich über unter bis durch mehr als dann weil ja "
    "nein wäre bitte danke weiss mir uns",
    "es": "el los las un una y o no es son era fue ser del al con por para en de que se su sus lo como pero si cuando "
    "donde quien hay está están tiene tienen debe deben puede pueden solo más muy ya sin sobre nada todo todos cada "
    "porque qué cuál quién cómo sí también la esto eso",
    "fr": "le la les un une des du au aux et ou ne pas est sont était être avec pour par sur dans de que qui se sa son ses "
    "ce cette ces il elle on nous vous ils elles je mais si quand où comme moins très déjà sans tout tous chaque "
    "parce doit doivent peut peuvent seulement c'est n'est j'ai d'un d'une qu'il oui non rien",
    "other": "het een wordt worden voor niet zijn elke che della il gli ogni viene sono anche não uma é são "
    "och att det som inte är varje jest się nie każdy które",
}
_SMALL_WORDS: Final = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_LATIN_END = 0x250
_ENOUGH = 4
"""A text of fewer words with no small word at all is a name or a term, not a language."""
_FEWEST, _SHARE = 0.5, 0.12
"""One stray word ("plus", "via") in a long line makes no language."""


def small_words(language: str) -> frozenset[str]:
    """Words that stand in every text of a language and name nothing."""
    return _SMALL_WORDS[language]


def opened(text: str) -> str:
    """The text as a sentence begins: with a capital where its first word is an everyday one. Nothing in code is called so."""
    first = text.partition(" ")[0].replace("’", "'").rstrip(",:;")
    is_code = first == "from" and text.split()[2:3] == ["import"]  # the one line of code that begins so
    is_plain = first.partition("'")[0] in small_words("en") and not is_code
    return text[:1].upper() + text[1:] if is_plain else text


def language_of(text: str) -> str:
    """ "en", "de", "es", "fr" or "other"."""
    words = [word.casefold().replace("’", "'") for word in _WORD.findall(text[:4000])]
    if sum(ord(letter) >= _LATIN_END for letter in text[:4000] if letter.isalpha()) > len("".join(words)) / 2:
        return "other"
    counts = dict.fromkeys(_SMALL_WORDS, 0.0)
    for word in words:
        spoken = [language for language, small in _SMALL_WORDS.items() if word in small]
        for language in spoken:
            counts[language] += 1 / len(spoken)
    best = max(counts, key=lambda language: counts[language])
    if counts[best] < max(_FEWEST, _SHARE * len(words)):
        accented = any(ord(letter) > 0x7F for word in words for letter in word)
        return "other" if len(words) >= _ENOUGH and accented else "en"
    return best if counts[best] > counts["en"] else "en"
