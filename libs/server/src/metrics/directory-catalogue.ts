/** Of directories, and of the passwords that they keep. */
export const DIRECTORY_METRICS = {
  chat_admin_directory_up: {
    type: 'gauge',
    help: 'Whether the last run could read a directory, and this instance has the entry that is followed; absent before its first run',
    labels: ['directory'],
    needs: 'the API',
  },
  chat_admin_directory_waiting: {
    type: 'gauge',
    help: 'Whether a run of a directory waits for a confirmation',
    labels: ['directory'],
    needs: 'the API',
  },
  chat_admin_directory_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a directory was last in step; absent before',
    labels: ['directory'],
    needs: 'the API',
  },
  chat_admin_directory_full_seconds: {
    type: 'gauge',
    help: 'How often all of a directory is read, its setting full; absent while it is paused',
    labels: ['directory'],
    needs: 'the API',
  },
  chat_admin_directory_managed: {
    type: 'gauge',
    help: 'What a directory manages here, counted at most every 30 seconds; kind is people or groups',
    labels: ['directory', 'kind'],
    needs: 'the API',
  },
  chat_admin_directory_run_duration_seconds: {
    type: 'histogram',
    help: 'How long this instance worked on runs, but for dry ones, until they were done, failed or waited',
    labels: ['directory', 'mode', 'outcome'],
    needs: 'the API',
  },
  chat_admin_directory_changes_total: {
    type: 'counter',
    help: 'Users and groups that runs of this instance have changed, and lines that failed, by what became of them',
    labels: ['directory', 'outcome'],
    needs: 'the API',
  },
  chat_admin_directory_binds_total: {
    type: 'counter',
    help: 'Passwords that directories judged for this instance: right, wrong, locked, disabled, expired or away (no answer)',
    labels: ['directory', 'class'],
    needs: 'the API',
  },
  chat_admin_directory_bind_duration_seconds: {
    type: 'histogram',
    help: 'How long these took, with the wait for a free place',
    labels: ['directory'],
    needs: 'the API',
  },
  chat_admin_login_questions: {
    type: 'gauge',
    help: 'Passwords of chat clients that this instance has to answer for; state is running (at the directory) or waiting (for a place)',
    labels: ['state'],
    needs: 'the API',
  },
} as const;
