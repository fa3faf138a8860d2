import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'

export function CalendarPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle>{t('nav.calendar')}</PageTitle>
      <Title order={1} size="h2">
        {t('nav.calendar')}
      </Title>
    </>
  )
}
