import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Whether it stays open for now, as while something is sent whose answer it shows. */
  readonly isBusy?: boolean
  /** `md` by default. */
  readonly size?: 'md' | 'lg'
  readonly children: ReactNode
}

/** A dialog that is open while it is rendered. */
export function Dialog({ title, onClose, isBusy = false, size = 'md', children }: DialogProps) {
  useFocusBack()
  const { t } = useTranslation()
  return (
    <Modal
      opened
      size={size}
      title={title}
      onClose={isBusy ? () => {} : onClose}
      closeButtonProps={{ 'aria-label': t('close'), disabled: isBusy }}
    >
      {children}
    </Modal>
  )
}

/** Gives the focus back to what had it before, unless something else has taken it. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    },
    [before],
  )
}
