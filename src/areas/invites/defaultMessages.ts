/** Collections of messages: for invites, responses to them, requests for an invite, and responses to those. */
export const MESSAGE_TYPES = ['message', 'response', 'request', 'requestResponse'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/**
 * Default texts of the slots, in their order. By contract, the response to an invite is taken from `message`, so its texts
 * fit both.
 */
export const DEFAULT_MESSAGES: Readonly<Record<MessageType, readonly string[]>> = {
  message: [
    'See you there!',
    'It would be nice to meet.',
    'Whenever you like.',
    'Take your time.',
    'Just for a moment.',
    'There is something to show you.',
    'Let us talk.',
    'Bring a friend along!',
    'Only if you have time.',
    'We have not met in a while.',
    'It is quiet here right now.',
    'There is a lot going on here.',
  ],
  response: [
    'On my way!',
    'I will be there soon.',
    'Give me five minutes.',
    'Give me half an hour.',
    'Maybe later.',
    'Not right now, thank you.',
    'I am busy at the moment.',
    'I was just about to leave.',
    'I would rather stay where I am.',
    'Another day, gladly.',
    'I am away from my device.',
    'Have fun without me!',
  ],
  request: [
    'May I join you?',
    'Is there room for one more?',
    'I would like to show you something.',
    'Do you have a moment?',
    'May I bring a friend?',
    'What are you up to?',
    'It has been a while!',
    'I am free now.',
    'Where are you?',
    'I have a question.',
    'I would like to see that world.',
    'Only if it is no trouble.',
  ],
  requestResponse: [
    'Not right now, sorry.',
    'Maybe later.',
    'Give me a few minutes.',
    'There is no room left.',
    'I am about to leave.',
    'I would like to be alone for a while.',
    'We are in the middle of something.',
    'I will come to you instead.',
    'I am not in a world at the moment.',
    'Ask me again tomorrow.',
    'I will send you an invite soon.',
    'Thank you for asking!',
  ],
}

/** The slots of a collection are numbered from 0 to this. */
export const LAST_SLOT = 11

export const isMessageSlot = (slot: number) => Number.isInteger(slot) && slot >= 0 && slot <= LAST_SLOT

export function defaultMessage(type: MessageType, slot: number): string {
  const text = DEFAULT_MESSAGES[type][slot]
  if (text === undefined) throw new Error(`there is no slot ${slot}`)
  return text
}
