import type { InviteMessageType } from '../../generated/graphql.ts'

/** The parts of the settings, by their place in the address. */
export const SECTIONS = [
  ...(['profile', 'account', 'privacy', 'blocked'] as const),
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
}

export const settingsSearch = ({ messages }: Record<string, unknown>): SettingsSearch => ({
  messages: MESSAGE_TYPES.find((one) => one === messages),
})
