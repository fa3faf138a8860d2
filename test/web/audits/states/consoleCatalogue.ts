import type { Page } from 'playwright-core'
import { trusted } from '../../../../src/kernel/ids.ts'
import { aDrop } from '../../../support/inventory.ts'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

/** Saves the empty form of something new, whose faults stand at their fields. */
const faultsOfNew = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await dialogOpens(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').locator('.mantine-InputWrapper-error').first().waitFor()
}

const editFirst = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await dialogOpens(page)
}

async function withDrop({ app, ada }: DemoSite): Promise<string> {
  const template = await app.scope().db.inventoryTemplate.findFirstOrThrow({
    where: { status: 'live', NOT: { flags: { has: 'ugc' } } },
  })
  await aDrop(app, { id: trusted<'user'>(ada.id) }, { templateIds: [template.id] })
  return '/console/catalogue?tab=drops'
}

export const consoleCatalogueStates: readonly PageState[] = [
  at('admin', 'console-catalogue', '/console/catalogue'),
  at('admin', 'console-catalogue-new', '/console/catalogue', faultsOfNew('New bundle')),
  at('admin', 'console-catalogue-plans', '/console/catalogue?tab=plans'),
  at('admin', 'console-catalogue-plan', '/console/catalogue?tab=plans', editFirst),
  at('admin', 'console-catalogue-licenses', '/console/catalogue?tab=licenses'),
  at('admin', 'console-catalogue-license', '/console/catalogue?tab=licenses', editFirst),
  at('admin', 'console-catalogue-rewards', '/console/catalogue?tab=rewards'),
  at('admin', 'console-catalogue-reward', '/console/catalogue?tab=rewards', faultsOfNew('New reward')),
  at('admin', 'console-catalogue-items', '/console/catalogue?tab=templates'),
  at('admin', 'console-catalogue-item', '/console/catalogue?tab=templates', editFirst),
  at('admin', 'console-catalogue-drops', withDrop),
  at('admin', 'console-catalogue-drop', withDrop, editFirst),
]
