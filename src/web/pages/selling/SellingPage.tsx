import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'

export function SellingPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle>{t('nav.selling')}</PageTitle>
      <Title order={1} size="h2">
        {t('nav.selling')}
      </Title>
    </>
  )
}
