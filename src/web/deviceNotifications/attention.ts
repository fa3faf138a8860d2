import { canShare } from '../live/locks.ts'

/** Milliseconds in which other tabs say that the person looks at them. */
const WAIT = 200

type Message = 'ask' | 'seen'

/** Tells other tabs of this browser, when they ask, whether the person looks at this one. */
const channel = canShare ? new BroadcastChannel('plaza.attention') : null
const say = (message: Message) => channel?.postMessage(message)

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data === 'ask' && !document.hidden) say('seen')
})

let asked: Promise<boolean> | null = null

/** Whether the person looks at a tab of the site in this browser. Those who ask at once share the answer. */
export function isAnyTabSeen(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = null
  })
  return asked
}

function ask(): Promise<boolean> {
  if (!document.hidden) return Promise.resolve(true)
  const stop = new AbortController()
  const answered = new Promise<boolean>((resolve) => {
    const note = ({ data }: MessageEvent<Message>) => data === 'seen' && resolve(true)
    channel?.addEventListener('message', note, { signal: stop.signal })
    setTimeout(() => resolve(!document.hidden), WAIT)
  })
  say('ask')
  return answered.finally(() => stop.abort())
}
