import type { Page, Route } from 'playwright-core'

const GRAPH = '**/graphql'

/** An answer of the graph to one operation. */
type Answer = Readonly<Record<string, unknown>>

interface Sent {
  readonly operationName?: string
}

/** Changes the answers that a page gets to one operation, alone or in a batch. Returns what ends that. */
export async function changeAnswers(
  page: Page,
  operationName: string,
  change: (answer: Answer) => Answer,
): Promise<() => Promise<void>> {
  const handle = async (route: Route) => {
    const sent: Sent | readonly Sent[] = route.request().postDataJSON()
    const places = (Array.isArray(sent) ? sent : [sent]).map((one: Sent) => one.operationName === operationName)
    if (!places.includes(true)) return route.fallback()
    const response = await route.fetch()
    const answers: Answer | readonly Answer[] = await response.json()
    const changed = Array.isArray(answers)
      ? answers.map((answer: Answer, index) => (places[index] ? change(answer) : answer))
      : change(Object(answers))
    return route.fulfill({ response, json: changed })
  }
  await page.route(GRAPH, handle)
  return () => page.unroute(GRAPH, handle)
}

/** Refuses one mutation of a page because of a field of its input, as the server would. Returns what ends that. */
export async function refuseField(page: Page, operationName: string, field: string, reason: string) {
  const issues = [{ path: ['input', field], message: 'refused', reason }]
  const errors = [{ message: 'refused', extensions: { code: 'BAD_INPUT', reason, issues, requestId: 'req-refused' } }]
  const handle = async (route: Route) => {
    const sent: Sent | readonly Sent[] = route.request().postDataJSON()
    const isMeant = !Array.isArray(sent) && Object(sent).operationName === operationName
    return isMeant ? route.fulfill({ json: { data: null, errors } }) : route.fallback()
  }
  await page.route(GRAPH, handle)
  return () => page.unroute(GRAPH, handle)
}

/** Does something when a page has sent a mutation, before the server gets it. Returns what ends that. */
export async function beforeMutation(page: Page, operationName: string, run: () => Promise<unknown>) {
  const handle = async (route: Route) => {
    if (Object(route.request().postDataJSON()).operationName === operationName) await run()
    return route.fallback()
  }
  await page.route(GRAPH, handle)
  return () => page.unroute(GRAPH, handle)
}

/** Cuts the connection when the server has answered a mutation of a page, which does not get the answer. Returns what ends that. */
export async function loseAnswer(page: Page, operationName: string) {
  const handle = async (route: Route) => {
    if (Object(route.request().postDataJSON()).operationName !== operationName) return route.fallback()
    await route.fetch()
    return route.abort()
  }
  await page.route(GRAPH, handle)
  return () => page.unroute(GRAPH, handle)
}

/** The answer to an operation that has failed on the server. */
export const failed = (requestId: string): Answer => ({
  data: null,
  errors: [{ message: 'Internal server error', extensions: { code: 'INTERNAL', reason: 'INTERNAL_ERROR', requestId } }],
})

/** Makes all further answers come from another version of the server. */
export async function upgrade(page: Page, version: string): Promise<void> {
  await page.route(GRAPH, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-plaza-version': version } })
  })
}
