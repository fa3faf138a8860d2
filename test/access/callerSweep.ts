import { eventsDuring, namesOf } from '../emittedEvents/recorder.ts'
import type { TestApp } from '../support/app.ts'
import { auditRowsAddedBy } from '../support/audit.ts'
import type { RestClient } from '../support/restClient.ts'
import { type AccessFixture, anAccessFixture, CALLERS, type Caller, type Things } from './fixtures.ts'

/** What happens when each caller performs an act upon the same things, one after the other. */
export interface ActOutcome<Answer> {
  /** Of anonymous, pending second factor, other user, owner, admin. */
  readonly answers: readonly Answer[]
  /** The events of one of them, sorted; null for nobody's. */
  readonly events: readonly string[] | null
  /** The entries of the audit log by all but the admin. */
  readonly auditedOfOthers: readonly string[]
  readonly auditedOfAdmin: readonly string[]
}

/** Performs an act as the client of a caller. */
type Perform<Answer> = (api: RestClient, things: Things) => Promise<Answer>

interface Act<Answer> {
  readonly perform: Perform<Answer>
  /** Whose events are recorded; the act must be possible for them. */
  readonly actor: Caller | null
  /** Whether an admin's call is to write an entry to the audit log. */
  readonly isAudited: boolean
}

/**
 * Performs acts as each caller. If an audited act writes no entry for the admin, because the owner has done it before, the
 * admin performs it upon things that nobody has touched.
 */
export async function aCallerSweep(app: TestApp) {
  const [fixture, untouched] = [await anAccessFixture(app), await anAccessFixture(app)]
  const names = namesOf(fixture.things)
  const call = <Answer>({ perform }: Act<Answer>, caller: Caller, { clientOf, things }: AccessFixture) =>
    perform(clientOf(caller), things)

  async function outcomeOf<Answer>(act: Act<Answer>): Promise<ActOutcome<Answer>> {
    let events: readonly string[] | null = null
    const answerOf = async (caller: Caller) => {
      const recorded = await eventsDuring(app, names, () => call(act, caller, fixture))
      if (caller === act.actor) events = recorded.events
      return recorded.answer
    }
    const others = await auditRowsAddedBy(app, async () => {
      const answers: Answer[] = []
      for (const caller of CALLERS) if (caller !== 'admin') answers.push(await answerOf(caller))
      return answers
    })
    const admin = await auditRowsAddedBy(app, () => answerOf('admin'))
    const isInVain = act.isAudited && admin.added.length === 0
    const again = isInVain ? await auditRowsAddedBy(app, () => call(act, 'admin', untouched)) : admin
    return {
      answers: [...others.answer, admin.answer],
      events,
      auditedOfOthers: others.added.map((row) => row.act),
      auditedOfAdmin: again.added.map((row) => row.act),
    }
  }
  return { fixture, outcomeOf }
}
