import { type Leader, openLeader } from './leader.ts'
import { canShare, holdForever } from './locks.ts'
import type { Message } from './messages.ts'

interface Leadership {
  /** Null while another tab leads, or none does. */
  leader(): Leader | null
  /** Leads as soon as no other tab does; for a viewer, by `Viewer.id`. Further calls do nothing. */
  start(viewerId: string): void
  /** The tab that leads has answered a ping. */
  noteAnswer(): void
}

interface LeadershipOptions {
  readonly tab: string
  /** Sends a message to all tabs, this one included. */
  readonly tell: (message: Message) => void
}

/** Milliseconds in which the tab that leads answers, unless the browser has suspended it. */
const PATIENCE = 3_000
/** Milliseconds between questions of a tab that is looked at whether the one that leads still runs. */
const PING_INTERVAL = 15_000

/** Decides by a lock which tab leads. A tab that is looked at takes over from one that does not answer. */
export function createLeadership({ tab, tell }: LeadershipOptions): Leadership {
  const role: { leader: Leader | null; viewerId: string | null } = { leader: null, viewerId: null }
  let timer: ReturnType<typeof setTimeout> | undefined

  const begin = (viewerId: string, takesOver: boolean): Leader => {
    const leader = openLeader({ url: socketUrl(), viewerId, takesOver, tell })
    role.leader = leader
    tell({ kind: 'lead', tab })
    return leader
  }
  const resign = (leader: Leader) => {
    leader.stop()
    if (role.leader === leader) role.leader = null
  }
  /** `takesOver` is whether another tab led before, whose events this one may have missed. */
  const lead = async (options: LockOptions, takesOver: boolean): Promise<void> => {
    const { viewerId } = role
    if (viewerId === null || role.leader) return
    if (!canShare) return void begin(viewerId, takesOver)
    let own: Leader | null = null
    await holdForever(`plaza.live.leader.${viewerId}`, options, () => {
      own = begin(viewerId, takesOver)
    })
    // Another tab has stolen the lock, because the browser had suspended this one.
    if (own) resign(own)
    return lead({}, true)
  }
  const askLeader = () => {
    if (document.visibilityState !== 'visible' || role.leader || role.viewerId === null || !canShare) return
    clearTimeout(timer)
    timer = setTimeout(() => void lead({ steal: true }, true), PATIENCE)
    tell({ kind: 'ping' })
  }
  document.addEventListener('visibilitychange', askLeader)
  setInterval(askLeader, PING_INTERVAL)
  return {
    leader: () => role.leader,
    start(viewerId) {
      // A second request for the lock by one tab would make it lead twice.
      if (role.viewerId !== null) return
      role.viewerId = viewerId
      void lead({ ifAvailable: true }, false)
    },
    noteAnswer: () => clearTimeout(timer),
  }
}

const socketUrl = () => `${location.origin.replace(/^http/, 'ws')}/graphql`
