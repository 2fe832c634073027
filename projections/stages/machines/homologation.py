"""Homologation certificates and their limits: plans of at least 80 %, sheets that give as much.

Rules: MÁQ R6, R7, R17-R19.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from ledger.events.machines import MachineHomologated, MachineReconfigured, PaySheet
from ledger.money import MILLION
from projections.base.event import Event
from projections.base.produced import Fault, Produced
from projections.gather.maquinas import sheet_of
from projections.replay.games.maquinas.theory import theoretical_return
from projections.stages.machines.faults import fault, whole
from projections.stages.machines.machine import Homologation, Machine
from projections.stages.machines.measures.returns import MINIMUM_PPM, short_plans, text

PLAN: Final = "MQ-RTP-PLAN"


def of(event: Event, payload: MachineHomologated) -> Homologation:
    """Return the parts of a homologation that the stage keeps."""
    return Homologation(
        position=event.position,
        checksum=payload.checksum,
        until=payload.until,
        denominations=payload.denominations,
        plans=tuple((one.paytable, one.denomination, one.lines) for one in payload.plans),
        complementary=payload.complementary,
        sheets=bool(payload.sheets),
        deviation_ppm=payload.deviation_ppm,
    )


def faults_of(event: Event, payload: MachineHomologated, produced: Produced) -> Iterator[Fault]:
    """Find plans below the minimum, by what the certificate says and by its own reels (R17)."""
    minimum_ppm = whole(event, produced, "retorno_minimo_ppm", MINIMUM_PPM)
    minimum = Fraction(minimum_ppm, MILLION)
    for short in short_plans(payload, minimum_ppm):
        plan = short.plan
        said = f"{plan.returned}/{plan.staked}" if short.returned is None else text(short.returned)
        yield fault(
            PLAN,
            event,
            f"at least {text(minimum)}",
            said,
            facts={
                "paytable": plan.paytable,
                "denomination": plan.denomination,
                "lines": plan.lines,
            },
        )
    for sheet in payload.sheets:
        yield from _computed(event, payload, sheet, minimum)


def _computed(
    event: Event, payload: MachineHomologated, sheet: PaySheet, minimum: Fraction
) -> Iterator[Fault]:
    """Find sheets whose reels, summed over every stop, give less, or not what the plan says."""
    found = theoretical_return(sheet_of(sheet))
    if found is None:
        return
    for level, share in found.items():
        if share < minimum:
            yield fault(
                PLAN,
                event,
                f"at least {text(minimum)}",
                text(share),
                facts={"paytable": sheet.paytable, "level": level, "fact": "computed"},
            )
    if len(found) > 1:
        return  # a plan is told by lines, not by credits on each
    share = found[1]
    for plan in payload.plans:
        if plan.paytable != sheet.paytable or plan.staked <= 0:
            continue
        if abs(share * plan.staked - plan.returned) >= 1:  # told to its last digit
            yield fault(
                PLAN,
                event,
                text(share),
                text(Fraction(plan.returned, plan.staked)),
                facts={
                    "paytable": plan.paytable,
                    "denomination": plan.denomination,
                    "lines": plan.lines,
                    "fact": "differs",
                },
            )


def changed(machine: Machine, event: Event, payload: MachineReconfigured) -> Iterator[Fault]:
    """Find a configuration put in without leave, or that is not the certified one (R7)."""
    if payload.act is None:
        yield fault(
            "MQ-RTP-CFG",
            event,
            "the authority's leave",
            "none",
            facts={"fact": "leave"},
        )
    homologated = machine.homologations.get(payload.configuration)
    if homologated is None:
        yield fault(
            "MQ-RTP-CFG",
            event,
            "a homologated configuration",
            payload.configuration[:12],
            facts={"fact": "configuration"},
        )
    elif homologated.checksum != payload.checksum:
        yield fault(
            "MQ-RTP-CFG",
            event,
            homologated.checksum[:12],
            payload.checksum[:12],
            positions=(homologated.position,),
            facts={"fact": "checksum"},
        )
