import { expect, test } from 'vitest'
import { anApp } from '../support/app.ts'
import {
  columnsWithOwnUrls,
  columnsWithoutPaths,
  fillUrlColumns,
  makeRowsOfEarlierVersion,
} from '../support/ownUrls.ts'
import { aRestClient } from '../support/restClient.ts'
import { logIn } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

const FORMER = 'http://former.test:8080'
const app = await anApp()
const { PUBLIC_URL } = app.platform.settings

const run = (env: object, ...args: string[]) =>
  runCli({ ...settingsOf(app), PUBLIC_URL, ...env }, 'move', 'url', ...args)

test('move url makes paths of the URLs at a former address while the server runs, again without harm', async () => {
  const { ada, worldId } = await fillUrlColumns(app)
  await makeRowsOfEarlierVersion(app, FORMER)
  const { code, out, err } = await run({}, `${FORMER}/`, PUBLIC_URL)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^User: \d+ rows?\nWorld: 1 row\n/)
  expect(out).toMatch(
    /^Converted the URLs at http:\/\/former\.test:8080 in \d+ rows? to paths\.\nPUBLIC_URL is http:\/\/plaza\.test: restart the server/m,
  )
  expect(await columnsWithOwnUrls(app, FORMER)).toEqual([])
  expect(await columnsWithoutPaths(app)).toEqual([])
  const api = aRestClient(app)
  await logIn(api, ada)
  expect((await api.call('getWorld', { worldId })).imageUrl).toMatch(`${PUBLIC_URL}/api/1/file/`)
  const again = await run({ PUBLIC_URL: FORMER }, FORMER, PUBLIC_URL)
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(again.out).toBe(
    `No row holds a URL at ${FORMER}.\nPUBLIC_URL has to be ${PUBLIC_URL} now: set it, and restart the server.\n`,
  )
})

test('move url refuses what is no address, and the settings of another server', async () => {
  const usage = (text: string) => ({ code: 2, out: '', err: expect.stringContaining(text) })
  expect(await run({}, 'former.test', PUBLIC_URL)).toEqual(usage('The old URL must be an http or https address'))
  expect(await run({}, FORMER, `${PUBLIC_URL}/path`)).toEqual(usage('The new URL must be an http or https address'))
  expect(await run({}, FORMER)).toEqual(usage('The new URL is missing.'))
  expect(await run({}, PUBLIC_URL, PUBLIC_URL)).toEqual(usage('The old and the new URL are the same.'))
  expect(await run({}, FORMER, PUBLIC_URL, 'x')).toEqual(usage('Too many words: x'))
  expect(await run({}, FORMER, 'https://other.test')).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining(`PUBLIC_URL is ${PUBLIC_URL}, neither the old nor the new URL.`),
  })
})
