/** The parts of the page: notices on the start page, and notifications to many people. */
export const BROADCAST_TABS = ['notices', 'messages'] as const
export type BroadcastTab = (typeof BROADCAST_TABS)[number]

/** Which notices are listed. */
export const NOTICE_STATES = ['shown', 'notShown'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

/** What the address of the page says. */
export interface BroadcastsSearch {
  readonly tab?: BroadcastTab | undefined
  readonly state?: NoticeState | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const broadcastsSearchOf = ({ tab, state }: Record<string, unknown>): BroadcastsSearch => ({
  tab: BROADCAST_TABS.find((one) => one === tab),
  state: NOTICE_STATES.find((one) => one === state),
})

/** The variables of the list of notices for an address. */
export const noticeVariables = ({ state }: BroadcastsSearch) => ({
  isShown: state === undefined ? null : state === 'shown',
})
