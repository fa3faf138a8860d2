import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ConsoleReviewFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { WRITE_REVIEW_NOTES } from './documents.ts'
import { FormDialog } from './FormDialog.tsx'

interface NotesDialogProps {
  readonly review: ConsoleReviewFragment
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Replaces the notes of a review, which the owner of the asset reads, too. */
export function NotesDialog({ review, onDone, onClose }: NotesDialogProps) {
  const { t } = useTranslation('staffAssets')
  const { attempt } = useAct(WRITE_REVIEW_NOTES)
  const graphForm = useGraphForm(
    { mode: 'controlled', initialValues: { reviewNotes: review.reviewNotes ?? '' } },
    async ({ reviewNotes }) => {
      await attempt({ input: { assetReviewId: review.id, reviewNotes } })
      onDone()
      onClose()
    },
  )
  return (
    <FormDialog
      title={t('reviews.dialog', { name: review.fileName ?? t('reviews.gone') })}
      submit={t('save')}
      graphForm={graphForm}
      onClose={onClose}
    >
      <Textarea
        label={t('reviews.notes')}
        description={t('reviews.hint')}
        autosize
        minRows={4}
        maxRows={16}
        data-autofocus
        {...graphForm.form.getInputProps('reviewNotes')}
      />
    </FormDialog>
  )
}
