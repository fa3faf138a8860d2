import type { SettingValue } from '../../kernel/serverNode.ts'
import { givenSettings, type Settings, settingRows } from '../../settings.ts'

const CREDENTIALS = /(?<=:\/\/)[^/@\s]+(?=@)/g

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  if (value === null) return 'auto'
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return text.replaceAll(CREDENTIALS, '***')
}

/** Every setting as the server uses it, without the values of secrets. */
export function settingValues(settings: Settings): SettingValue[] {
  const given = givenSettings(settings)
  const values = new Map<string, unknown>(Object.entries(settings))
  return settingRows().map(({ name, help, fallback, isSecret }) => ({
    name,
    value: isSecret ? null : textOf(values.get(name)),
    isSecret,
    isGiven: given.has(name),
    help,
    fallback,
  }))
}
