import { useNavigation } from 'react-router'
import styles from './navigation-progress.module.css'

/** A progress line at the top while the next page loads. It does not appear for fast loads. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return <div className={styles.line} data-busy={state !== 'idle'} aria-hidden="true" />
}
