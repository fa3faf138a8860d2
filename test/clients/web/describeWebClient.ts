import { describe } from 'vitest'
import { calendarScenario } from './calendarScenario.ts'
import { groupScenario } from './groupScenario.ts'
import { describeScenario } from './scenario.ts'
import { siteScenario } from './siteScenario.ts'
import type { MakeWebClient } from './webClient.ts'

/** Drives a GraphQL client, as its users get it, through the pages of a web UI. */
export function describeWebClient(name: string, makeClient: MakeWebClient): void {
  describe(name, () => {
    describeScenario({ isLoggedIn: false, scenario: siteScenario, makeClient })
    describeScenario({ isLoggedIn: true, scenario: groupScenario, makeClient })
    describeScenario({ isLoggedIn: true, scenario: calendarScenario, makeClient })
  })
}
