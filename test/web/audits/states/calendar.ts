import type { Page } from 'playwright-core'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'

const EVENTS = `{ viewer { user { id } }
  calendarEvents(source: MINE, first: 100) {
    nodes { id kind startsAt endsAt viewerCanUpdate isDraft series { id } group { id } } } }`

interface DemoEvent {
  readonly id: string
  readonly kind: 'SINGLE' | 'OCCURRENCE'
  readonly startsAt: string
  readonly endsAt: string
  readonly viewerCanUpdate: boolean
  readonly isDraft: boolean
  readonly series: { readonly id: string } | null
  readonly group: { readonly id: string }
}

/** The first event to come of Ada's groups that fulfils a condition. */
async function findEvent({ ada }: DemoSite, isWanted: (event: DemoEvent) => boolean): Promise<DemoEvent> {
  const { calendarEvents } = Object(await ada.run(EVENTS))
  const events: DemoEvent[] = calendarEvents.nodes
  const isToCome = ({ startsAt }: DemoEvent) => Date.parse(startsAt) > Date.now()
  const found = events.find((event) => isToCome(event) && isWanted(event))
  if (!found) throw new Error('the demo has no such event')
  return found
}

const isOwnDate = ({ kind, viewerCanUpdate }: DemoEvent) => kind === 'OCCURRENCE' && viewerCanUpdate
const isOwnSingle = ({ kind, viewerCanUpdate }: DemoEvent) => kind === 'SINGLE' && viewerCanUpdate

const date = async (site: DemoSite) => `/calendar/${(await findEvent(site, isOwnDate)).id}`
const series = async (site: DemoSite) => `/calendar/${(await findEvent(site, isOwnDate)).series?.id}`
const single = async (site: DemoSite) => `/calendar/${(await findEvent(site, isOwnSingle)).id}`
const draft = async (site: DemoSite) => `/calendar/${(await findEvent(site, ({ isDraft }) => isDraft)).id}`
/** The month with an event over several days, and the first of these. */
const DAY = 24 * 3_600_000
const isLong = ({ startsAt, endsAt }: DemoEvent) => Date.parse(endsAt) - Date.parse(startsAt) > DAY
const longEvent = async (site: DemoSite) => `/calendar?day=${(await findEvent(site, isLong)).startsAt.slice(0, 10)}`
const newEvent = async (site: DemoSite) => `/calendar/new?group=${(await findEvent(site, isOwnSingle)).group.id}`

async function refuseForm(page: Page): Promise<void> {
  await page.getByLabel('Repeat').selectOption('WEEKLY')
  await page.getByLabel('Ends').selectOption('until')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title' }).and(page.locator('[aria-invalid=true]')).waitFor()
}

async function askToCancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('menuitem', { name: 'Cancel this date' }).click()
  await dialogOpens(page)
}

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('menu').waitFor()
}

export const calendarStates: readonly PageState[] = [
  at('ada', 'calendar-month', '/calendar'),
  at('newcomer', 'calendar-month-empty', '/calendar?source=FOLLOWED'),
  at('ada', 'calendar-month-days', longEvent),
  at('ada', 'calendar-agenda', '/calendar?view=agenda'),
  at('newcomer', 'calendar-agenda-empty', '/calendar?view=agenda'),
  at('ada', 'calendar-discover', '/calendar?view=discover'),
  at('ada', 'calendar-discover-nothing', `/calendar?view=discover&category=DANCE&tag=${NOTHING}`),
  at('ada', 'calendar-found', '/calendar?view=discover&text=tea'),
  at('ada', 'event', single),
  at('ada', 'event-date', date),
  at('ada', 'event-series', series),
  at('ada', 'event-draft', draft),
  at('newcomer', 'event-stranger', async (site) => {
    const { discoverCalendarEvents } = Object(
      await site.ada.run('{ discoverCalendarEvents(first: 1) { nodes { id } } }'),
    )
    return `/calendar/${discoverCalendarEvents.nodes[0].id}`
  }),
  at('ada', 'event-manage', date, (page) => openMenu(page, 'Manage')),
  at('ada', 'event-share', single, (page) => openMenu(page, 'Share')),
  at('ada', 'event-cancel', date, askToCancel),
  at('ada', 'unknown-event', '/calendar/cal_00000000-0000-4000-8000-000000000000'),
  at('ada', 'event-new', '/calendar/new'),
  at('newcomer', 'event-new-no-group', '/calendar/new'),
  at('ada', 'event-new-refused', newEvent, refuseForm),
  at('ada', 'event-edit-date', async (site) => `${await date(site)}/edit`),
  at('ada', 'event-edit-series', async (site) => `${await series(site)}/edit`),
]
