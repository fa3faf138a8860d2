import { eventually } from '../../support/eventually.ts'
import { aStaffMember } from '../acts.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import { confirm } from '../steps.ts'

/** Milliseconds: figures are gathered once a minute, and read again every 20 seconds. */
const TWO_MINUTES = 180_000
const REQUESTS = 60

const FAIL_RUN = `
  INSERT INTO pgboss.job (name, state, output, started_on, completed_on, retry_limit, retry_count, policy)
  VALUES ($1, 'failed', '{"message": "The disk is full."}', now(), now(), 1, 1, 'stately')`

/** The mail that was queued last could not be delivered. */
const FAIL_LAST_MAIL = `
  UPDATE pgboss.job SET state = 'failed', completed_on = now(), output = '{"message": "550 No such mailbox"}'
  WHERE id = (SELECT id FROM pgboss.job WHERE name = 'send-mail' ORDER BY created_on DESC LIMIT 1)`

export const operationsJourneys: readonly Journey[] = [
  journey('see a known load in the figures of the last hour', async (stage) => {
    const admin = await stage.demoPerson('demo_admin')
    const page = await stage.openTab(admin)
    await page.goto('/console/overview')
    await page.getByRole('radiogroup').getByText('Hour', { exact: true }).click()
    await page.waitForURL(/range=hour/)
    for (let one = 0; one < REQUESTS; one++) await fetch(`${stage.origin}/api/1/time`)
    const chart = page.getByRole('region', { name: 'Requests and errors' })
    await chart.getByText('All values of').click({ timeout: TWO_MINUTES })
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('section')]
          .filter((section) => section.querySelector('h2')?.textContent === 'Requests and errors')
          .flatMap((section) => [...section.querySelectorAll('tbody tr')])
          .some((row) => Number(row.children[1]?.textContent?.replaceAll(',', '')) >= wanted),
      REQUESTS,
      { timeout: TWO_MINUTES },
    )
  }),

  shortJourney('find a job that has failed, and repeat it', async (stage) => {
    await stage.sql(FAIL_RUN, ['purge-aged-rows'])
    const page = await stage.openTab(await stage.demoPerson('demo_admin'))
    await page.goto('/console')
    await page.getByRole('navigation', { name: 'Pages of the console' }).getByRole('link', { name: 'Jobs' }).click()
    const runs = page.getByRole('region', { name: 'Runs' })
    await runs.getByLabel('State').selectOption({ label: 'Failed' })
    await page.waitForURL(/state=FAILED/)
    await runs.getByText('The disk is full.').waitFor()
    await runs.getByRole('button', { name: 'Run again: purge-aged-rows' }).click()
    await runs.getByText('No run matches.').waitFor()
    await runs.getByLabel('State').selectOption({ label: 'Done' })
    await runs.getByLabel('Job').selectOption({ label: 'purge-aged-rows' })
    await runs.getByRole('cell', { name: 'Done' }).first().waitFor()
  }),

  journey('send a mail again that could not be delivered, and delete another one', async (stage) => {
    const person = await stage.aPerson()
    await stage.readMail(person.email, /Confirm|confirm/)
    await stage.sql(FAIL_LAST_MAIL)
    const page = await stage.openTab(await stage.demoPerson('demo_admin'))
    await page.goto('/console/mails?state=FAILED')
    const row = page.getByRole('row', { name: /w\*\*\*@plaza\.test/ })
    await row.getByText('550 No such mailbox').waitFor()
    await page.getByRole('button', { name: /^Send again:/ }).click()
    await page.getByText('No mail waits or has failed.').waitFor()
    await stage.sql(FAIL_LAST_MAIL)
    await page.getByRole('button', { name: /^Delete:/ }).click()
    await confirm(page, 'Delete')
    await page.getByText('No mail waits or has failed.').waitFor()
  }),

  journey('read the settings of the server, whose secrets are not shown', async (stage) => {
    const page = await stage.openTab(await stage.demoPerson('demo_admin'))
    await page.goto('/console/settings')
    await page.getByRole('searchbox', { name: 'Find settings' }).fill('SECRET_KEY')
    await page.getByRole('row', { name: /^SECRET_KEY Not set Default/ }).waitFor()
    await page.getByRole('searchbox', { name: 'Find settings' }).fill('MAX_STORED_BYTES')
    await page.getByRole('row', { name: /^MAX_STORED_BYTES 104857600 Environment/ }).waitFor()
  }),

  journey('see the nodes of the server and their checks, and check the ledger', async (stage) => {
    const page = await stage.openTab(await stage.demoPerson('demo_admin'))
    await page.goto('/console/nodes')
    // The one that has started last; another journey may have ended one before.
    const node = page.getByRole('region', { name: /, process / }).first()
    await node.getByText('Running', { exact: true }).waitFor()
    const ledger = page.getByRole('region', { name: 'Ledger' })
    await ledger.getByRole('button', { name: 'Check now' }).click()
    await ledger.getByText('The books balance.').waitFor()
    // The first checks run 20 seconds after the start.
    await node.getByText('database', { exact: true }).waitFor()
    const checkedAt = () => node.getByText('Checked').locator('time').getAttribute('datetime')
    const before = await checkedAt()
    await node.getByRole('button', { name: /^Check again: / }).click()
    await eventually(async () => (await checkedAt()) !== before)
    await page.getByRole('checkbox', { name: 'Only what is doubtful or wrong' }).check()
    await page.waitForURL(/onlyProblems=true/)
    await node.getByText('database', { exact: true }).waitFor({ state: 'detached' })
  }),

  journey('be refused the pages of operators without their permission', async (stage) => {
    const page = await stage.openTab(await aStaffMember(stage, 'REPORTS'))
    for (const name of ['jobs', 'mails', 'nodes', 'overview', 'settings']) {
      await page.goto(`/console/${name}`)
      await page.getByRole('heading', { name: /is not for you$/ }).waitFor()
    }
  }),
]
