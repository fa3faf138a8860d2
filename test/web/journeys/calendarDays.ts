import type { Page } from 'playwright-core'
import { aGroup, changeEvent, planEvent } from '../acts/calendar.ts'
import { aGroupMember } from '../acts/groups.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'

const DAY = 24 * 3_600_000

/** A day of the middle of next month, so that the days after it are in the same month. */
function dayOfNextMonth(later: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 12) + later * DAY).toISOString().slice(0, 10)
}

const nameOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))

/** Throws unless the agenda from a day on has these days, each with a time of the event. */
async function expectAgenda(page: Page, title: string, days: readonly (readonly [day: string, times: RegExp])[]) {
  for (const [day, times] of days) {
    const section = page.getByRole('region', { name: nameOf(day) })
    await section.getByRole('link', { name: title }).waitFor()
    await section.getByText(times).waitFor()
  }
  const shown = await page.getByRole('link', { name: title }).count()
  if (shown !== days.length) throw new Error(`it stands on ${shown} days`)
}

const cell = (page: Page, day: string, rest: string) =>
  page.getByRole('link', { name: `${nameOf(day)}${rest}`, exact: true })

export const calendarDaysJourneys: readonly Journey[] = [
  journey(
    'an event over three days stands on each of them, in the month and the agenda, by the own clock',
    async (stage) => {
      const group = await aGroup(stage)
      const member = await aGroupMember(stage, group)
      const [before, first, second] = [dayOfNextMonth(-1), dayOfNextMonth(0), dayOfNextMonth(1)]
      const [third, after] = [dayOfNextMonth(2), dayOfNextMonth(3)]
      const times = { startsAt: `${first}T20:00:00Z`, endsAt: `${third}T10:00:00Z` }
      const eventId = await planEvent(group, 1, { title: 'Long night', access: 'GROUP', ...times })
      const page = await stage.openTab(member, { timezoneId: 'UTC' })
      await page.goto(`/calendar?view=agenda&day=${first}`)
      const ofFirst = [first, /^From 8:00\sPM, day 1 of 3/] as const
      const ofThird = [third, /^Until 10:00\sAM, day 3 of 3/] as const
      await expectAgenda(page, 'Long night', [ofFirst, [second, /^All day, day 2 of 3/], ofThird])
      // It goes on when the agenda begins.
      await page.goto(`/calendar?view=agenda&day=${third}`)
      await expectAgenda(page, 'Long night', [ofThird])

      await page.goto(`/calendar?day=${third}`)
      for (const day of [first, second, third]) await cell(page, day, ', 1 event').waitFor()
      for (const day of [before, after]) await cell(page, day, '').waitFor()
      await page
        .getByRole('region', { name: nameOf(third) })
        .getByRole('link', { name: 'Long night' })
        .waitFor()
      const shorten = () => changeEvent(group, eventId, { endsAt: `${third}T00:00:00Z` })
      await seesSoon({ act: 'a shorter event', run: shorten, seen: cell(page, third, '') })
      await cell(page, second, ', 1 event').waitFor()

      const far = await stage.openTab(member, { timezoneId: 'Asia/Tokyo' })
      await far.goto(`/calendar?view=agenda&day=${first}`)
      await expectAgenda(far, 'Long night', [
        [second, /^From 5:00\sAM, day 1 of 2/],
        [third, /^Until 9:00\sAM, day 2 of 2/],
      ])
    },
  ),
]
