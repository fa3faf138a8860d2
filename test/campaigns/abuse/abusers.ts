import { z } from 'zod'
import { ABUSES, type Abuse, type Abuser, type AttemptOutcome } from './abuses.ts'

/**
 * A process that abuses the server at ORIGIN with the users in ABUSERS until its standard input ends. It prints the name of
 * each abuse that is refused for the first time, and at the end how all attempts ended, as JSON by the name.
 */
const { ORIGIN, ABUSERS } = z.object({ ORIGIN: z.string(), ABUSERS: z.string() }).parse(process.env)
const AbuserRecord = z.object({ id: z.string(), cookie: z.string(), address: z.string() })
const abusers: readonly Abuser[] = z.array(AbuserRecord).parse(JSON.parse(ABUSERS))

type Tally = Record<AttemptOutcome | 'unanswered', number>
const tallies: Record<string, Tally> = {}

async function repeat({ name, attempt }: Abuse, abuser: Abuser, tally: Tally): Promise<never> {
  tallies[name] = tally
  for (;;) {
    const outcome = await attempt(ORIGIN, abuser).catch(() => 'unanswered' as const)
    tally[outcome] += 1
    if (outcome === 'refused' && tally.refused === 1) process.stdout.write(`refused ${name}\n`)
    // Even an abuser needs time to try again.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

for (const [number, abuse] of ABUSES.entries()) {
  const abuser = abusers[number % abusers.length]
  const tally: Tally = { refused: 0, cut: 0, taken: 0, unanswered: 0 }
  if (abuser) for (let count = 0; count < abuse.atOnce; count++) void repeat(abuse, abuser, tally)
}

process.stdin.resume().once('end', () => {
  process.stdout.write(`attempts ${JSON.stringify(tallies)}\n`, () => process.exit())
})
