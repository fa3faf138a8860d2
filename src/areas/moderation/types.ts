/** What one person can want another to be for them, and what it is about: of one matter one type stands at a time. */
export const MATTER = {
  block: 'block',
  hideAvatar: 'avatar',
  interactOff: 'interaction',
  interactOn: 'interaction',
  mute: 'voice',
  muteChat: 'chat',
  showAvatar: 'avatar',
  unmute: 'voice',
  unmuteChat: 'chat',
} as const

export type ModerationType = keyof typeof MATTER
