import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { aRestClient } from '../../support/restClient.ts'
import type { TestUser } from '../../support/users.ts'
import { aBrowser, type Browser, recordConsole } from './browser.ts'
import type { WebClient } from './webClient.ts'

/** What steps work with: the data of their pages, and the client of a person in a browser. */
export interface Setting<S> {
  readonly stage: S
  readonly browser: Browser
  readonly client: WebClient
}

/** Steps of a person on pages, in order, each with what it shows. */
export interface Scenario<S> {
  readonly title: string
  makeStage(): Promise<S>
  readonly steps: readonly (readonly [title: string, step: (setting: Setting<S>) => Promise<void>])[]
}

interface StageOfPerson {
  readonly app: TestApp
  /** Who uses the pages. */
  readonly ada: TestUser
}

/** How a person begins: logged in by a cookie, or not yet. */
interface Start<S> {
  readonly isLoggedIn: boolean
  readonly scenario: Scenario<S>
  makeClient(browser: Browser): Promise<WebClient> | WebClient
}

/** Runs the steps of a scenario, and then tests that the client has written no warning to the console. */
export function describeScenario<S extends StageOfPerson>({ isLoggedIn, scenario, makeClient }: Start<S>): void {
  describe(scenario.title, () => {
    let setting: Setting<S> | undefined
    let warnings: readonly string[] = []

    beforeAll(async () => {
      const recorded = recordConsole()
      warnings = recorded.lines
      const stage = await scenario.makeStage()
      const { app, ada } = stage
      const browser = aBrowser(app, isLoggedIn ? ada.api : aRestClient(app, { address: ada.api.address }))
      const client = await makeClient(browser)
      setting = { stage, browser, client }
      return () => {
        client.close()
        recorded.restore()
      }
    })

    it.each(scenario.steps)('%s', async (_title, step) => {
      if (!setting) throw new Error('there is no stage')
      await step(setting)
    })

    it('warns of nothing', () => {
      expect(warnings).toEqual([])
    })
  })
}
