import { notifications } from '@mantine/notifications'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** What the address says that a mailed link has done; null for nothing. */
function doneBy({ email, loginPlace }: Readonly<Record<string, unknown>>) {
  if (email === 'confirmed') return 'emailConfirmed' as const
  return loginPlace === 'verified' ? ('placeApproved' as const) : null
}

/** Tells once what a mailed link has done that somebody with a session has followed. */
export function useMailedNotice(): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const done = doneBy(useSearch({ strict: false }))
  useEffect(() => {
    if (done === null) return
    notifications.show({ id: done, message: t(`mailed.${done}`), autoClose: 10_000 })
    void navigate({ to: '/', search: {}, replace: true })
  }, [done, navigate, t])
}
