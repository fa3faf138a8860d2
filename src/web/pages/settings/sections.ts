import type { InviteMessageType } from '../../generated/graphql.ts'

/** The parts of the settings, by their place in the address. */
export const SECTIONS = [
  ...(['profile', 'themes', 'badges', 'account', 'privacy', 'blocked', 'notes', 'reports'] as const),
  ...(['sessions', 'second-factor', 'invite-messages', 'appearance'] as const),
] as const
export type SettingsSection = (typeof SECTIONS)[number]

export const isSettingsSection = (text: string): text is SettingsSection => SECTIONS.some((one) => one === text)

export const MESSAGE_TYPES = [
  'MESSAGE',
  'REQUEST',
  'RESPONSE',
  'REQUEST_RESPONSE',
] as const satisfies InviteMessageType[]

interface SettingsSearch {
  /** Which invite messages are shown. */
  readonly messages?: InviteMessageType | undefined
  /** What the notes are searched for. */
  readonly search?: string | undefined
}

export const settingsSearch = ({ messages, search }: Record<string, unknown>): SettingsSearch => ({
  messages: MESSAGE_TYPES.find((one) => one === messages),
  search: typeof search === 'string' && search !== '' ? search : undefined,
})
