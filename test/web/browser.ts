import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'
import { waitUntil } from '../../src/platform/processes.ts'
import { PATIENCE } from '../support/patience.ts'

/** In one process, Chromium ends when the first of its windows is closed. */
const ARGUMENTS = sparticuz.args.filter((argument) => !['--single-process', '--no-zygote'].includes(argument))

/** The file that names the unpacked Chromium, for all workers of a run; one that is being unpacked can't be started. */
const unpacked = () => join(tmpdir(), 'plaza-chromium')

/** The path of Chromium, which the first worker that needs it unpacks. */
async function chromiumPath(): Promise<string> {
  if (isFirst()) {
    writeFileSync(`${unpacked()}-path`, await sparticuz.executablePath())
    renameSync(`${unpacked()}-path`, unpacked())
  }
  if (!(await waitUntil(() => existsSync(unpacked()), PATIENCE))) throw new Error('no worker unpacked Chromium')
  return readFileSync(unpacked(), 'utf8')
}

/** Whether this worker is the first that needs Chromium. */
function isFirst(): boolean {
  try {
    mkdirSync(`${unpacked()}-begun`)
    return true
  } catch {
    return false
  }
}

/** Starts the Chromium that comes with the development dependencies; `CHROMIUM_PATH` names another one. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromiumPath())
  return chromium.launch({ executablePath, args: ARGUMENTS, headless: true })
}

/** Texts that Chromium writes to its console for answers that a journey causes on purpose. */
const EXPECTED = [/Failed to load resource/, /WebSocket connection to .* failed/]

/**
 * Collects what must not come about in any page: errors of scripts, what the policy of the page has blocked, and requests
 * to another site than the first one.
 */
export function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    const counts = message.type() === 'error' || message.type() === 'warning'
    if (counts && !EXPECTED.some((expected) => expected.test(text))) faults.push(`${message.type()}: ${text}`)
  })
  let site: string | undefined
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (!/^(http|ws)s?:$/.test(protocol)) return
    site ??= host
    if (host !== site) faults.push(`request to another site: ${request.url()}`)
  })
  return faults
}
