import type { LinkProps } from '@tanstack/react-router'

/** A page of the UI, for RouteLink. */
export type SubjectLink = Pick<LinkProps, 'to' | 'params' | 'search'>

/** What the graph can be about that has a page; `id` is that of the thing, unless it says otherwise. */
const PAGES = {
  User: (id) => ({ to: '/people/$personId', params: { personId: id } }),
  World: (id) => ({ to: '/worlds/$worldId', params: { worldId: id } }),
  Jam: (id) => ({ to: '/jams/$jamId', params: { jamId: id } }),
  Group: (id) => ({ to: '/groups/$groupId', params: { groupId: id } }),
  CalendarEvent: (id) => ({ to: '/calendar/$eventId', params: { eventId: id } }),
  Avatar: (id) => ({ to: '/avatars/$avatarId', params: { avatarId: id } }),
  Listing: (id) => ({ to: '/listings/$listingId', params: { listingId: id } }),
  Report: () => ({ to: '/settings/$section', params: { section: 'reports' } }),
  Prop: (id) => ({ to: '/props/$propId', params: { propId: id } }),
  InventoryDrop: () => ({ to: '/inventory', search: { tab: 'rewards' } }),
  ProductPurchase: () => ({ to: '/wallet', search: { tab: 'purchases' } }),
  PaymentEvent: () => ({ to: '/wallet', search: { tab: 'buy' } }),
  SubscriptionPlan: () => ({ to: '/wallet', search: { tab: 'subscriptions' } }),
} as const satisfies Readonly<Record<string, (id: string) => SubjectLink>>

export type SubjectType = keyof typeof PAGES

/** The page of a thing. */
export const pageOf = (type: SubjectType, id: string): SubjectLink => PAGES[type](id)
