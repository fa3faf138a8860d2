import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'src/web'

/**
 * What browsers have on https and on their own machine only, by how sources use it. Plaza is often served by plain http in
 * a local network, so that a use stands behind a check in the same file.
 */
const OF_NAVIGATOR =
  'clipboard credentials geolocation locks mediaDevices serviceWorker setAppBadge share storage usb userAgentData wakeLock'
const SECURE: readonly (readonly [name: string, use: RegExp])[] = [
  ...OF_NAVIGATOR.split(' ').map((name): [string, RegExp] => [name, new RegExp(String.raw`\bnavigator\.${name}\b`)]),
  ['clipboard', /\b(?:CopyButton|useClipboard)\b[^']*from '@mantine\//],
  ['randomUUID', /\brandomUUID\b/],
  ['subtle', /\bcrypto\.subtle\b/],
  ['caches', /\bcaches\.\w/],
  ['cookieStore', /\bcookieStore\.\w/],
  ['Notification', /\bNotification\.requestPermission\b/],
]

/** Beside `'name' in …`: what a source calls a check that stands for several. */
const CHECKS = ['isSecureContext', 'canShare']

const withoutComments = (text: string) => text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')

/** Names of what a source uses without a check. */
function usesIn(source: string): string[] {
  const text = withoutComments(source)
  const isChecked = (name: string) => [`'${name}' in `, ...CHECKS].some((check) => text.includes(check))
  return SECURE.filter(([name, use]) => use.test(text) && !isChecked(name)).map(([name]) => name)
}

test('the web UI uses what browsers have on https alone behind a check', () => {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }) : []
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/^(generated|build)\//.test(file))
  const found = sources.flatMap((file) =>
    usesIn(readFileSync(`${FOLDER}/${file}`, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('the check finds uses, and neither comments nor uses behind a check', () => {
  expect(usesIn('const id = crypto.randomUUID()\nnavigator.clipboard.writeText(id)')).toEqual([
    'clipboard',
    'randomUUID',
  ])
  expect(usesIn("import { CopyButton, Group } from '@mantine/core'")).toEqual(['clipboard'])
  expect(usesIn('/** `crypto.randomUUID` exists on https only. */')).toEqual([])
  expect(usesIn("if ('setAppBadge' in navigator) navigator.setAppBadge(1)")).toEqual([])
})
