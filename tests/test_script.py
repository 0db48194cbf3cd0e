"""The other script: what OpenCC gives, and where the editors' words go further."""

from __future__ import annotations

from routes.models import Text
from routes.view.script import simplified, three, traditional


def test_words_that_opencc_writes_by_single_characters() -> None:
    assert traditional("编者注：钟山、升州路") == "編者註：鍾山、昇州路"
    assert traditional("注入后方") == "注入後方"


def test_the_editors_words_have_the_quotation_marks_of_their_script() -> None:
    text = Text(zh="他说“撤退”，又说“‘退’字未载”。", en="He said so.")
    assert three(text) == ["他说“撤退”，又说“‘退’字未载”。", "他說「撤退」，又說「『退』字未載」。", "He said so."]
    assert three(Text(zh="一", en="one", hant="“壹”"))[1] == "「壹」"


def test_a_quotation_keeps_its_marks_in_either_script() -> None:
    assert traditional("“门开了”") == "“門開了”"
    assert simplified("「門開了」") == "「门开了」"
