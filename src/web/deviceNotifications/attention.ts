/** Milliseconds in which other tabs say that the person looks at them. */
const WAIT = 200

/** Tells other tabs of this browser, when they ask, whether the person looks at this one. */
const channel = new BroadcastChannel('plaza.attention')

type Message = 'ask' | 'seen'

let isSeenElsewhere = false

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data === 'seen') isSeenElsewhere = true
  else if (!document.hidden) channel.postMessage('seen' satisfies Message)
})

/** Whether the person looks at a tab of the site in this browser. */
export async function isAnyTabSeen(): Promise<boolean> {
  if (!document.hidden) return true
  isSeenElsewhere = false
  channel.postMessage('ask' satisfies Message)
  await new Promise((resolve) => setTimeout(resolve, WAIT))
  return isSeenElsewhere || !document.hidden
}
