import type { Locator, Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { datesOf as datesInFile, readCalendar } from '../../support/icsFiles.ts'
import { aGroup, cancelEvent, changeEvent, datesOf, type Group, planEvent } from '../acts/calendar.ts'
import { clockOf, findClockChange, onDayOf } from '../acts/clockChanges.ts'
import { aGroupMember } from '../acts/groups.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import { aPicture, chooseFile, confirm } from '../steps.ts'

const DAY = 24 * 3_600_000
/** Browsers have several kinds of spaces in times. */
const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ')

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const nextDates = (page: Page) => page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')

async function expectTexts(list: Locator, expected: readonly string[]): Promise<void> {
  await eventually(async () => {
    const texts = (await list.allTextContents()).map(plain)
    return texts.length === expected.length && expected.every((part, at) => texts[at]?.includes(part))
  })
}

/** Opens a menu of an event's page, and chooses from it. */
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Throws unless the file of a series, as a calendar program reads it, has the dates that the graph has. */
async function expectSameInFile(person: Person, seriesId: string): Promise<void> {
  const { icsUrl, dates } = await datesOf(person, seriesId)
  const text = await (await fetch(icsUrl)).text()
  const read = datesInFile(readCalendar(text), new Date(Date.now() + 366 * DAY))
  const lines = (list: readonly { startsAt: string | Date; title: string }[]) =>
    list.map(({ startsAt, title }) => `${new Date(startsAt).toISOString()} ${title}`).sort()
  if (JSON.stringify(lines(read)) !== JSON.stringify(lines(dates)))
    throw new Error(`${lines(read)} in the file, ${lines(dates)} in the graph`)
}

const aWeeklySeries = (group: Group, title: string) =>
  planEvent(group, 2, { title, recurrence: { frequency: 'WEEKLY', interval: 1, timezone: 'UTC', count: 5 } })

/** Fills the form of a new event with what it needs. */
async function fillIn(page: Page, title: string, start: string, end: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Description' }).fill('Bring a telescope <b>or two</b>.')
  await page.getByLabel('Start').fill(start)
  await page.getByLabel('End', { exact: false }).first().fill(end)
}

export const calendarJourneys: readonly Journey[] = [
  journey(
    'plan a weekly event over a change of the clock, seen at the right times in two time zones',
    async (stage) => {
      const change = findClockChange(12, 65)
      const away = change.zone === 'America/New_York' ? 'Europe/Berlin' : 'America/New_York'
      const group = await aGroup(stage)
      const title = `Comets ${group.name}`
      const page = await stage.openTab(group.owner, { timezoneId: change.zone })
      await page.goto('/calendar')
      await page.getByText(change.zone.replaceAll('_', ' ')).waitFor()
      await page.getByRole('link', { name: 'New event' }).click()
      await page.getByLabel('Group').selectOption({ label: group.name })
      const day = onDayOf(change.before - 9 * DAY, change.zone, '19:00')
      await fillIn(page, title, day, day.replace('T19', 'T21'))
      await page.getByLabel('Who can see it').selectOption({ label: 'Everybody' })
      await page.getByLabel('Repeat').selectOption({ label: 'Weekly' })
      await page.getByLabel('Ends').selectOption({ label: 'After a number of dates' })
      await page.getByLabel('Number of dates').fill('4')
      await page.getByText(/^Every week on \w+ at 7:00\sPM, 4 times$/).waitFor()
      await chooseFile(page, 'Choose a file: Picture', await aPicture())
      await page.getByText('me.png').waitFor()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await heading(page, title).waitFor()
      await page.getByText(/^Every week on \w+ at 7:00\sPM, 4 times$/).waitFor()
      await expectTexts(nextDates(page), ['7:00', '7:00', '7:00', '7:00'])

      const seriesId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const { dates } = await datesOf(group.owner, seriesId)
      const visitor = await stage.aPerson()
      const far = await stage.openTab(visitor, { timezoneId: away })
      await far.goto(`/calendar/${seriesId}`)
      const clocks = dates.map(({ startsAt }) => plain(clockOf(startsAt, away)).replace(/ [AP]M/, ''))
      await expectTexts(nextDates(far), clocks)
      if (change.zone !== 'Asia/Tokyo' && new Set(clocks).size !== 2)
        throw new Error(`no change of the clock: ${clocks}`)
      await far.getByText(`in ${change.zone.replaceAll('_', ' ')}`).waitFor()
      await expectSameInFile(visitor, seriesId)
    },
  ),

  journey('skip one date of a series and change another, which those who look at it see at once', async (stage) => {
    const group = await aGroup(stage)
    const seriesId = await aWeeklySeries(group, 'Moon walk')
    const { dates } = await datesOf(group.owner, seriesId)
    const [page, other] = [await stage.openTab(group.owner), await stage.openTab(await stage.aPerson())]
    await other.goto(`/calendar/${seriesId}`)
    await nextDates(other).nth(4).waitFor()

    await page.goto(`/calendar/${dates[1]?.id}`)
    await heading(page, 'Moon walk').waitFor()
    await choose(page, 'Manage', 'Cancel this date')
    await page.getByRole('dialog').getByText('The other dates stay.').waitFor()
    const fifth = nextDates(other).nth(4)
    const cancel = () => confirm(page, 'Cancel this date')
    await seesSoon({ act: 'a canceled date', run: cancel, seen: fifth, state: 'detached' })
    await page.getByText('Moon walk is canceled.').waitFor()

    await page.goto(`/calendar/${dates[2]?.id}`)
    await choose(page, 'Manage', 'Edit this date')
    await page.getByText('Only this date changes.').waitFor()
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByRole('textbox', { name: 'Title' }).fill('Blue moon')
    const changed = other.getByText('Changed: Blue moon')
    await seesSoon({ act: 'a changed date', run: () => save.click(), seen: changed })
    await heading(page, 'Blue moon').waitFor()

    // A change of the series leaves the date that was changed by itself.
    await page.goto(`/calendar/${seriesId}/edit`)
    await page.getByText('This changes all dates that have not begun').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Night walk')
    await seesSoon({ act: 'a changed series', run: () => save.click(), seen: heading(other, 'Night walk') })
    await changed.waitFor()
    await expectSameInFile(group.owner, seriesId)
    const after = (await datesOf(group.owner, seriesId)).dates.map((date) => date.title)
    if (after.join() !== 'Night walk,Blue moon,Night walk,Night walk') throw new Error(after.join())
  }),

  shortJourney('discover events by filters that the address keeps, and follow one, which others see', async (stage) => {
    const group = await aGroup(stage)
    const tag = `sky${process.pid}`
    const eventId = await planEvent(group, 3, {
      title: 'Saturn',
      category: 'EDUCATION',
      tags: [tag],
      languages: ['deu'],
    })
    await planEvent(group, 4, { title: 'Jupiter', category: 'MUSIC', tags: [tag], languages: ['deu'] })
    const host = await stage.openTab(group.owner)
    await host.goto(`/calendar/${eventId}`)
    await host.getByText('0 people are interested').waitFor()

    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/calendar?view=discover')
    await page.getByLabel('Tag').fill(tag)
    await page.getByRole('link', { name: 'Jupiter' }).waitFor()
    await page.getByLabel('Category').selectOption({ label: 'Education' })
    await page.getByRole('link', { name: 'Jupiter' }).waitFor({ state: 'detached' })
    await page.getByLabel('Language').selectOption({ label: 'German' })
    await page.waitForURL(/language=deu/)
    await page.reload()
    await page.getByRole('status').getByText('1 event', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Saturn' }).click()
    await heading(page, 'Saturn').waitFor()
    const follow = page.getByRole('button', { name: "I'm interested" })
    const one = host.getByText('1 person is interested')
    await seesSoon({ act: 'interest in an event', run: () => follow.click(), seen: one })
    await page.getByText('You will be notified 15 minutes before').waitFor()
    await page.goBack()
    await page.getByText('Following', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Agenda' }).click()
    await page.getByLabel('Show').selectOption({ label: 'What I follow' })
    await page.getByRole('link', { name: 'Saturn' }).click()
    await page.getByRole('button', { name: "I'm interested", pressed: true }).click()
    await host.getByText('0 people are interested').waitFor()
    await page.getByText('Follow it to be notified').waitFor()
  }),

  journey('refusals of a new event stand at their fields, and the wrong person finds no form', async (stage) => {
    const group = await aGroup(stage)
    const [page, member] = [await stage.openTab(group.owner), await aGroupMember(stage, group)]
    const create = page.getByRole('button', { name: 'Create', exact: true })
    const error = (text: string) => page.getByText(text, { exact: true })
    const day = new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10)
    await page.goto(`/calendar/new?group=${group.id}`)
    await create.click()
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator('[aria-invalid=true]')).waitFor()
    await fillIn(page, 'x'.repeat(65), `${day}T19:00`, `${day}T18:00`)
    await page.getByLabel('Guests may enter before').fill('90')
    await create.click()
    await error('At most 64 characters.').waitFor()
    await fillIn(page, 'Eclipse', `${day}T19:00`, `${day}T18:00`)
    await create.click()
    await error('The end must be after the start.').waitFor()
    await error('These details do not go together.').waitFor()
    await page.getByLabel('Guests may enter before').fill('5')
    await page.getByLabel('Repeat').selectOption({ label: 'Monthly' })
    await page.getByLabel('Ends').selectOption({ label: 'On a day' })
    await page.getByLabel('Last day').fill('2020-01-01')
    await page.getByLabel('End', { exact: false }).first().fill(`${day}T20:00`)
    await create.click()
    await error('The end must be after the start.').waitFor()
    await page.getByLabel('Repeat').selectOption({ label: 'Does not repeat' })
    await page.getByLabel('Start').fill('2020-01-01T10:00')
    await create.click()
    await error('Choose a time in the future.').waitFor()
    await fillIn(page, 'Eclipse', `${day}T19:00`, `${day}T20:00`)
    await create.click()
    await heading(page, 'Eclipse').waitFor()

    const path = new URL(page.url()).pathname
    const guest = await stage.openTab(member)
    await guest.goto(path)
    await heading(guest, 'Eclipse').waitFor()
    if ((await guest.getByRole('button', { name: 'Manage' }).count()) > 0) throw new Error('a member may manage')
    await guest.goto(`${path}/edit`)
    await guest.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await guest.goto(`/calendar/new?group=${group.id}`)
    await guest.getByText('You need a group in which you may create events.').waitFor()
    await guest.goto('/calendar')
    await guest.getByRole('tab', { name: 'Month' }).waitFor()
    if ((await guest.getByRole('link', { name: 'New event' }).count()) > 0) throw new Error('a member may create')
    // The event is for members.
    const stranger = await stage.openTab(await stage.aPerson())
    await stranger.goto(path)
    await stranger.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }),

  journey('read the agenda page after page, while events are planned and canceled', async (stage) => {
    const group = await aGroup(stage)
    const member = await aGroupMember(stage, group)
    const ids: string[] = []
    for (let at = 1; at <= 35; at += 1) ids.push(await planEvent(group, at, { title: `Night ${at}`, access: 'GROUP' }))
    const page = await stage.openTab(member)
    await page.goto('/calendar?view=agenda')
    const night = (at: number) => page.getByRole('link', { name: `Night ${at}`, exact: true })
    await page.getByText('35 events', { exact: true }).waitFor()
    await night(30).waitFor()
    if ((await night(31).count()) > 0) throw new Error('the first page has too many events')
    await page.getByRole('button', { name: 'Show more' }).click()
    await night(35).waitFor()
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    const cancel = () => cancelEvent(group, ids[4] ?? '')
    await seesSoon({ act: 'a canceled event', run: cancel, seen: night(5), state: 'detached' })
    const rename = () => changeEvent(group, ids[5] ?? '', { title: 'Perseids' })
    await seesSoon({ act: 'a renamed event', run: rename, seen: page.getByRole('link', { name: 'Perseids' }) })
    const plan = () => planEvent(group, 2, { title: 'Leonids', access: 'GROUP' })
    await seesSoon({ act: 'a planned event', run: plan, seen: page.getByRole('link', { name: 'Leonids' }) })
    await page.getByText('35 events', { exact: true }).waitFor()
  }),

  journey('an event is canceled while somebody looks at it, and while another one edits it', async (stage) => {
    const group = await aGroup(stage)
    const eventId = await planEvent(group, 6, { title: 'Northern lights' })
    const page = await stage.openTab(await stage.aPerson())
    const editor = await stage.openTab(group.owner)
    await page.goto(`/calendar/${eventId}`)
    await heading(page, 'Northern lights').waitFor()
    await editor.goto(`/calendar/${eventId}/edit`)
    await editor.getByRole('textbox', { name: 'Title' }).waitFor()
    const gone = page.getByRole('heading', { name: 'Northern lights is gone' })
    await seesSoon({ act: 'an event that is gone', run: () => cancelEvent(group, eventId), seen: gone })
    await editor.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.getByRole('link', { name: 'Go to the calendar' }).click()
    await page.getByRole('tab', { name: 'Month' }).waitFor()
    await page.goto(`/calendar/${eventId}`)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }),

  journey('walk through the month by keys and on a phone, and open an event of a day', async (stage) => {
    const group = await aGroup(stage)
    const member = await aGroupMember(stage, group)
    await planEvent(group, 40, { title: 'Zodiac', access: 'GROUP' })
    const { dates } = await datesOfGroup(member, group)
    const start = new Date(dates[0]?.startsAt ?? '')
    const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(start)
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(start)
    const page = await stage.openTab(member, { timezoneId: 'UTC', viewport: { width: 360, height: 720 } })
    await page.goto('/calendar')
    const cell = page.getByRole('link', { name: `${day}, 1 event` })
    for (let left = 3; left > 0 && (await page.getByRole('heading', { name: month }).count()) === 0; left -= 1) {
      const shown = await page.getByRole('heading', { level: 2 }).first().textContent()
      await page.getByRole('button', { name: 'Next month' }).click()
      await page.getByRole('heading', { level: 2, name: shown ?? '', exact: true }).waitFor({ state: 'detached' })
    }
    await cell.click()
    await page.getByRole('region', { name: day }).getByRole('link', { name: 'Zodiac' }).waitFor()
    await cell.press('ArrowRight')
    await focusedDay(page, start, 1)
    await page.keyboard.press('ArrowLeft')
    await cell.and(page.locator(':focus')).waitFor()
    // Past the last row, the next month is shown, and the focus goes along.
    for (let week = 1; week <= WEEKS_PAST; week += 1) {
      await page.keyboard.press('ArrowDown')
      await focusedDay(page, start, 7 * week)
    }
    for (let week = WEEKS_PAST - 1; week > 0; week -= 1) {
      await page.keyboard.press('ArrowUp')
      await focusedDay(page, start, 7 * week)
    }
    await page.keyboard.press('ArrowUp')
    await cell.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: day }).waitFor()
    await page.reload()
    await page.getByRole('region', { name: day }).getByRole('link', { name: 'Zodiac' }).click()
    await heading(page, 'Zodiac').waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download for your calendar' }).click()
    if (!(await download).suggestedFilename().endsWith('.ics')) throw new Error('no file for a calendar')
  }),
]

/** More than a month has. */
const WEEKS_PAST = 6

/** Waits until the day so many days after another one has the focus. */
async function focusedDay(page: Page, start: Date, days: number): Promise<void> {
  const day = new Date(start.getTime() + days * DAY)
  const name = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(day)
  await page.getByRole('link', { name, exact: true }).and(page.locator(':focus')).waitFor()
}

async function datesOfGroup(person: Person, { id }: Group) {
  const { group } = Object(
    await person.run('query G($id: ID!) { group(id: $id) { calendarEvents(first: 1) { nodes { id startsAt } } } }', {
      id,
    }),
  )
  const dates: readonly { readonly startsAt: string }[] = group.calendarEvents.nodes
  return { dates }
}
