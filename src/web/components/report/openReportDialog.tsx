import { Skeleton, Stack } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportDialog, type ReportedSubject } from './ReportDialog.tsx'

const DIALOG = 'report'

const close = () => modals.close(DIALOG)

function Title({ name }: { readonly name: string }) {
  const { t } = useTranslation('report')
  return t('title', { name })
}

const DialogSkeleton = () => (
  <Stack aria-hidden>
    <Skeleton h={90} />
    <Skeleton h={90} />
    <Skeleton h={36} />
  </Stack>
)

/** Asks what is wrong with a person or with content, and reports it to the people who run the server. */
export const openReportDialog = (subject: ReportedSubject): string =>
  modals.open({
    modalId: DIALOG,
    title: (
      <Suspense fallback={subject.name}>
        <Title name={subject.name} />
      </Suspense>
    ),
    children: (
      <Suspense fallback={<DialogSkeleton />}>
        <ReportDialog {...subject} onClose={close} />
      </Suspense>
    ),
  })
