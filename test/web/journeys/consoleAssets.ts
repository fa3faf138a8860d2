import { aStaffMember } from '../acts.ts'
import { type Journey, journey } from '../journey.ts'
import { confirm } from '../steps.ts'

/** An asset that waits for its review. */
const ADD_REVIEW = `
  INSERT INTO "AssetReview" (id, "fileId", version, "createdAt", "updatedAt")
  SELECT 'arev_' || gen_random_uuid(), "fileId", version, now(), now() FROM "FileVersion" WHERE version > 0 LIMIT 1
  ON CONFLICT DO NOTHING`

export const consoleAssetsJourneys: readonly Journey[] = [
  journey('an asset that waits for its review gets notes', async (stage) => {
    await stage.sql(ADD_REVIEW, [])
    const keeper = await aStaffMember(stage, 'CONTENT')
    const page = await stage.openTab(keeper)
    await page.goto('/console/assets')
    await page
      .getByRole('button', { name: /^Write notes about/ })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('Notes').fill('Reviewed by a journey.')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'With notes' })
    await page.waitForURL(/reviews=written/)
    await page.getByRole('cell', { name: 'Reviewed by a journey.' }).first().waitFor()
  }),

  journey('a bundle is created once it is whole, and deleted', async (stage) => {
    const keeper = await aStaffMember(stage, 'CONTENT')
    const page = await stage.openTab(keeper)
    await page.goto('/console/assets?tab=bundles')
    await page.getByRole('button', { name: 'New bundle' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sounds of the menu')
    await dialog.getByLabel('Kind of asset').fill('audio')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.locator('[aria-invalid=true], [role=alert]').first().waitFor()
    await dialog.getByLabel('Address of the asset').fill('https://files.plaza.test/sounds')
    await dialog.getByLabel('Version of the engine').fill('2022.3.22f1')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The bundle Sounds of the menu was created.').waitFor()
    await page.getByRole('button', { name: 'Delete the bundle Sounds of the menu' }).click()
    await confirm(page, 'Delete')
    await page.getByText('The bundle Sounds of the menu was deleted.').waitFor()
    stage.takeFaults()
  }),

  journey('a style of avatars is created and renamed, and no two have one name', async (stage) => {
    const keeper = await aStaffMember(stage, 'CONTENT')
    const page = await stage.openTab(keeper)
    await page.goto('/console/assets?tab=styles')
    const dialog = page.getByRole('dialog')
    for (const name of ['Of glass', 'Of paper']) {
      await page.getByRole('button', { name: 'New style' }).click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('cell', { name, exact: true }).waitFor()
    }
    await page.getByRole('button', { name: 'Rename Of paper' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Of glass')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Of clay')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Of clay', exact: true }).waitFor()
    stage.takeFaults()
  }),
]
