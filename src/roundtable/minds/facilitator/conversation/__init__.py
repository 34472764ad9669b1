"""Conversation mode offline: what the three say and ask when there are no steps to follow.

`opening` and `talking` answer the tasks of a talk, `summing_up` its end and its recaps. A request is read once (`request`,
`deeds`); what is worth asking about it follows from that (`subjects`, `code_subjects`, `closing_subjects`, `agenda`).
Answers become facts in `hearing`; `draft_facts`, `derived`, `alex`, `choices` and `jordan` propose what need not be asked.
"""
