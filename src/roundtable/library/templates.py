"""The texts that new content files start from. Each passes the check as it is; `{braces}` are filled by `scaffolds`."""

from typing import Final

__all__ = ["PERSONA", "STEP", "TOPIC"]

STEP: Final = """\
---
# Two digits of the phase, two of the step. Sessions remember this id, so keep it once the step has been used.
step_id: "{step_id}"
title: "{title}"
# Who leads the step: business-analyst, solutions-architect, system-designer, or a persona of your own.
persona: "{persona}"
# How much it asks unless the session says otherwise: brief, standard or deep.
depth: "standard"
# The documents that this step fills.
outputs: ["{output}"]
# Ids of steps that must be done before.
depends_on: []
# When to leave it out, for example: scope === 'small' && file_count < 3
skip_if: ""
---

<!--
Questions are list items or sentences that end with a question mark: at most 30 words, one question mark, nothing to be
answered with yes or no. A comment behind a question names the kinds of fact that its answer fills, the main one first;
without one the kind is guessed from the words. Nested lines say why it is asked, how to put it more simply, and for
which items it is meant. What is said in Standard Mode need not be said again in Deep Mode.
-->

## Brief Mode

This is what I have so far:

- The problem: {{problem}}
- The people concerned: {{user_types}}

1. What is wrong or missing in this? <!-- requirement -->
   - Why: what you confirm here goes into the documents as it stands.
   - Simpler: What should I change?

## Standard Mode

1. What has to be true about this before anyone can call it done? <!-- requirement, criterion -->
   - Why: without that there is nothing to check against.
   - Simpler: When is it done?
2. Who would notice first if it went wrong? <!-- stakeholder, risk -->
   - Why: that person should be asked before it is built.
   - Simpler: Who would complain?
   - When: not refactoring

## Deep Mode

1. What has to be true about this before anyone can call it done? <!-- requirement, criterion -->
2. Who would notice first if it went wrong? <!-- stakeholder, risk -->
3. What rule, law or promise does this have to respect? <!-- constraint, business_rule -->
   - Why: what is fixed need not be discussed.
   - Simpler: What is not up to us?

## Validation

- At least one thing that must be true is named. <!-- requirement -->
- Somebody is named who would notice a failure. <!-- stakeholder -->

## Artifacts

- `{output}`: what was learned here, each with its confidence.
"""

TOPIC: Final = """\
---
# Sessions remember this id, so keep it once the topic has been used.
topic_id: "{topic_id}"
topic_name: "{title}"
# Who brings it up, and who may join in.
primary_persona: "business-analyst"
contributing_personas: ["solutions-architect", "system-designer"]
# What must be known before the topic counts as covered: up to seven. A conversation asks one question for each.
coverage_criteria:
  - "The people it concerns are named"
  - "The rule it has to respect is named, or it is said that there is none"
  - "A way in which it fails is named, with what happens then"
# For each criterion, in the same order, the kind of fact that meets it; `requirement:3` asks for three of them.
met_by:
  - "user_type"
  - "business_rule"
  - "error_case"
# The documents and sections that it fills.
artifact_sections:
  - artifact: "requirements-spec.md"
    sections: ["Functional Requirements"]
depth_guidance:
  brief: "Offer a one-sentence draft and have it confirmed."
  standard: "Settle the people, the rule and the failure."
  deep: "Go through exceptions and evidence as well."
# Ids of steps that count as done once the topic is covered.
source_step_files: []
---

## Analytical Knowledge

<!--
Under a heading with the words of each criterion: the first question whose `When:` fits the item is asked.
-->

### The people it concerns are named

- Who has to live with it every day? <!-- user_type -->
  - Why: they will find out first whether it works.
  - Simpler: Who uses it?

### The rule it has to respect is named, or it is said that there is none

- Which rule has hurt you before in a fix like this? <!-- business_rule -->
  - Why: the same rule is likely to be broken again.
  - Simpler: What must it never do?
  - When: defect
- Which rule or promise must it never break? <!-- business_rule -->
  - Why: whoever builds it cannot guess it.
  - Simpler: What must it never do?

### A way in which it fails is named, with what happens then

- What happens when it fails half-way? <!-- error_case -->
  - Why: everybody builds the way on which nothing fails.
  - Simpler: And when it goes wrong?

## Validation Criteria

- The people it concerns are named. <!-- user_type -->
- At least one failure has an answer. <!-- error_case -->

## Artifact Instructions

- `requirements-spec.md`, section "Functional Requirements": what it has to do, each with its confidence.
"""

PERSONA: Final = """\
---
# The key that step and topic files use for this persona.
key: "{key}"
name: "{title}"
role: "{title}"
# One sentence in the first person.
identity: "I look after what the others tend to overlook."
# How the persona talks.
style: "Calm, concrete, asks for examples."
# Phases that this persona knows about; steps name their persona themselves.
phases: []
principles:
  - title: "Ask for the example"
    text: "A real case settles more than three opinions."
  - title: "Say what it costs"
    text: "Every wish has a price; name it before it is granted."
  - title: "Leave a trace"
    text: "What was decided is written down together with the reason."
voice:
  # As in "what is your take from a … perspective?"
  lens: "practical"
  # As in a summary: {title} (…)
  short_role: "{title}"
  # The user's words go where the braces are.
  acknowledgement: "Understood: {{}}. I'll keep that in view."
  # How the first unprompted contribution begins.
  preface: "From where I sit,"
  # Regular expressions that this persona never says.
  forbidden: []
# Documents that this persona writes.
owns: []
---

## Identity

Who this is, what they care about, and what they leave to others.

## Principles

What they hold to when opinions differ.

## Voice

How they sound, with two or three sentences they would say.
"""
