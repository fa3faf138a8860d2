import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const USAGE = `Usage: npm run test:web [-- OPTION]

  without an option    all journeys through the web UI; after -- vitest's own, such as -t "sign in"
  --axe                accessibility of every page, by axe-core
  --hostile            every page with texts that would run or lead away if they were markup
  --costs              script, requests, statements and cost of every page
  --first-content      when Home shows its first content
  --screenshots DIR    pictures of every page at 360, 768 and 1,440 pixels in both themes
  --pages PATTERN      for these, only the pages whose names match
`

const AUDITS = ['axe', 'hostile', 'costs', 'first-content'] as const

const flag = { type: 'boolean' } as const
const { values } = parseArgs({
  options: {
    ...{ help: flag, axe: flag, hostile: flag, costs: flag, 'first-content': flag },
    ...{ screenshots: { type: 'string' }, pages: { type: 'string', default: '' } },
  },
  strict: false,
})

function run(files: readonly string[], env: Readonly<Record<string, string>>, args: readonly string[] = []): void {
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...files, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  process.exitCode = Math.max(Number(process.exitCode ?? 0), status ?? 1)
}

const audits: string[] = AUDITS.filter((name) => values[name] === true)
if (typeof values.screenshots === 'string') audits.push('screenshots')
const env = { WEB_PAGES: String(values.pages), WEB_SCREENSHOTS: String(values.screenshots ?? '') }

if (values.help) process.stdout.write(USAGE)
else if (audits.length > 0) for (const audit of audits) run(['test/web/audits.test.ts'], { ...env, WEB_AUDIT: audit })
else run(['test/web/journeys.test.ts', 'test/web/firstRun.test.ts'], { WEB_JOURNEYS: 'all' }, process.argv.slice(2))
