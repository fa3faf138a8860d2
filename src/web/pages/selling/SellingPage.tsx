import { IconBuildingStore, IconChartBar, IconListCheck, IconPackage, IconReceipt, IconTag } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { SectionsPage } from '../../components/SectionsPage.tsx'
import { EarningsSection } from './earnings/EarningsSection.tsx'
import { ListingsSection } from './listings/ListingsSection.tsx'
import { ProductsSection } from './products/ProductsSection.tsx'
import { SalesSection } from './sales/SalesSection.tsx'
import { isSellingSection, SECTIONS, type SellingSection } from './sections.ts'
import { SetupSection } from './setup/SetupSection.tsx'
import { StoresSection } from './stores/StoresSection.tsx'

const CONTENT: Readonly<Record<SellingSection, ComponentType>> = {
  setup: SetupSection,
  products: ProductsSection,
  listings: ListingsSection,
  stores: StoresSection,
  sales: SalesSection,
  earnings: EarningsSection,
}

const ICONS = {
  setup: IconListCheck,
  products: IconPackage,
  listings: IconTag,
  stores: IconBuildingStore,
  sales: IconReceipt,
  earnings: IconChartBar,
} as const

/** What people who sell set up, offer and earn, one part at a time. */
export function SellingPage() {
  const { t } = useTranslation('selling')
  const params = useParams({ from: '/shell/selling/$section' })
  const active = isSellingSection(params.section) ? params.section : 'setup'
  const Content = CONTENT[active]
  const sections = SECTIONS.map((section) => ({
    name: section,
    label: t(`sections.${section}`),
    Icon: ICONS[section],
    link: { to: '/selling/$section', params: { section } } as const,
  }))
  return (
    <>
      <PageTitle>{t('pageTitle', { section: t(`sections.${active}`) })}</PageTitle>
      <SectionsPage menu={t('menu')} sections={sections} active={active}>
        <Content key={active} />
      </SectionsPage>
    </>
  )
}
