import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { type Check, type Finding, ok, warn } from './check.ts'
import { NODE_ENDS } from './nodeReleases.ts'

/** Days before its end from which a version is warned of. */
const NOTICE = 90

export const nodeCheck: Check = {
  name: 'node',
  needs: [],
  look: async ({ clock }) => [describeNode(process.versions.node, clock.now())],
}

/** Whether a version of Node.js still gets security fixes. */
export function describeNode(version: string, now: Date): Finding {
  const end = NODE_ENDS[Number(version.split('.')[0])]
  if (end === undefined) return ok(`Node.js ${version}.`)
  if (now >= new Date(end)) return warn(`Node.js ${version} has had no security fixes since ${end}. ${ADVICE}`)
  return addMilliseconds(now, NOTICE * DAY) >= new Date(end)
    ? warn(`Node.js ${version} gets no security fixes after ${end}. ${ADVICE}`)
    : ok(`Node.js ${version}, with security fixes until ${end}.`)
}

const ADVICE = 'Install the latest version with long-term support.'
