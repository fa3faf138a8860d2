import type { Page } from 'playwright-core'
import { aGroup, planEvent } from '../acts/calendar.ts'
import { aSeller, createOffer, subscribe } from '../acts/economy.ts'
import { createGroup } from '../acts/groups.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { aPicture } from '../steps.ts'

const CREATE_STORE = 'mutation S($input: CreateStoreInput!) { createStore(input: $input) { store { id } } }'
const UPDATE_STORE = 'mutation S($input: UpdateStoreInput!) { updateStore(input: $input) { store { id } } }'
const UPDATE_LISTING = 'mutation L($input: UpdateListingInput!) { updateListing(input: $input) { listing { id } } }'
const ARCHIVE_LISTING = 'mutation A($input: ArchiveListingInput!) { archiveListing(input: $input) { listing { id } } }'
const FOLLOW =
  'mutation F($input: FollowGroupCalendarEventInput!) { followGroupCalendarEvent(input: $input) { viewer { id } } }'

/** Hides a tab and, by its own clock, shows it again a minute later. */
const comeBack = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now
    const show = (state: string) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    show('hidden')
    Date.now = () => now() + 60_000
    show('visible')
    Date.now = now
  })

/** Loses the connection while something is done, and finds it again. */
async function reconnect(page: Page, run: () => Promise<unknown>): Promise<void> {
  await page.context().setOffline(true)
  await page.getByText('The connection is lost.', { exact: false }).waitFor()
  await run()
  await page.context().setOffline(false)
}

/** A store of a group with two offers. */
async function aStore(stage: Stage) {
  const seller = await aSeller(stage)
  await subscribe(stage, seller)
  const { id: groupId } = await createGroup(seller, { name: 'Glass Works' })
  const picture = (await aPicture()).buffer
  const listingIds: string[] = []
  for (const name of ['Goblet', 'Vase']) listingIds.push(await createOffer(seller, { name, price: 40, picture }))
  const input = { displayName: 'Glass to go', groupId, listingIds, status: 'PUBLIC' }
  const { createStore } = Object(await seller.run(CREATE_STORE, { input }))
  return { seller, picture, listingIds, storeId: String(createStore.store.id) }
}

const setPrice = (seller: Person, listingId: string | undefined, price: number) =>
  seller.run(UPDATE_LISTING, { input: { listingId, price } })

/** What no event tells is read again when somebody looks at the tab again, and when the connection is there again. */
export const rereadJourneys: readonly Journey[] = [
  journey('an open store shows what has changed in it once one comes back to it', async (stage) => {
    const { seller, picture, listingIds, storeId } = await aStore(stage)
    const [goblet, vase] = listingIds
    const page = await stage.openTab(await stage.aPerson())
    await page.goto(`/stores/${storeId}`)
    await page.getByText('40 tokens').nth(1).waitFor()
    await setPrice(seller, goblet, 55)
    const newPrice = page.getByText('55 tokens')
    await seesSoon({ act: 'another price, on coming back,', run: () => comeBack(page), seen: newPrice })
    await seller.run(ARCHIVE_LISTING, { input: { listingId: vase } })
    const lamp = await createOffer(seller, { name: 'Lamp of glass', price: 70, picture })
    await seller.run(UPDATE_STORE, { input: { storeId, listingIds: [goblet, lamp] } })
    const published = page.getByRole('link', { name: 'Lamp of glass' })
    await seesSoon({ act: 'a new offer, on coming back,', run: () => comeBack(page), seen: published })
    await page.getByRole('link', { name: 'Vase' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Goblet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Goblet' }).waitFor()
    await reconnect(page, () => setPrice(seller, goblet, 60))
    await page.getByText('60 tokens', { exact: true }).waitFor()
    await page.goBack()
    await page.getByText('60 tokens').waitFor()
    await page.getByRole('link', { name: 'Store of Glass Works' }).click()
    await page.getByRole('heading', { level: 1, name: 'Glass Works' }).waitFor()
  }),

  journey('events of other groups show how many are interested in them once one comes back', async (stage) => {
    const group = await aGroup(stage)
    const tag = `tide${process.pid}`
    const eventId = await planEvent(group, 3, { title: 'Spring tide', tags: [tag] })
    const [page, other] = [await stage.openTab(await stage.aPerson()), await stage.aPerson()]
    await page.goto(`/calendar?view=discover&tag=${tag}`)
    await page.getByRole('img', { name: '0 people are interested' }).waitFor()
    await other.run(FOLLOW, { input: { eventId, isFollowing: true } })
    const one = page.getByRole('img', { name: '1 person is interested' })
    await seesSoon({ act: 'the interest of others, on coming back,', run: () => comeBack(page), seen: one })
    await reconnect(page, () => other.run(FOLLOW, { input: { eventId, isFollowing: false } }))
    await page.getByRole('img', { name: '0 people are interested' }).waitFor()
  }),
]
