import type { Translation } from './translation.ts'

export const translation: Translation = {
  announcement: {
    name: 'Pengumuman',
    dismiss: 'Tutup',
    more: 'Baca lagi',
    types: {
      default: 'Nota',
      warning: 'Amaran',
      alarm: 'Penting'
    }
  },
  feedback: { label: 'Maklum balas' },
  marketplace: {
    title: 'Tawaran penerbitan',
    empty: 'Belum ada tawaran',
    failed: 'Tawaran tidak dapat dimuatkan',
    retry: 'Cuba lagi',
    types: {
      article: 'Artikel',
      press_release: 'Siaran akhbar',
      social_post: 'Hantaran media sosial',
      newsletter: 'Surat berita',
      banner_placement: 'Ruang sepanduk',
      video: 'Video'
    }
  },
  chat: {
    title: 'Hubungi kami',
    lost: 'Sembang tidak dapat dimuatkan. Muatkan semula halaman untuk mencuba lagi.',
    elsewhereText: 'Perbualan berada di laman kami sendiri, tempat anda log masuk.',
    go: 'Teruskan di {host}',
    loading: 'Memuatkan perbualan…',
    failed: 'Perbualan tidak dapat dimuatkan.',
    retry: 'Cuba lagi',
    signedOut: 'Log masuk supaya balasan kami sampai kepada anda.',
    signIn: 'Log masuk',
    elsewhere: 'Kami menjawab dalam tetingkap berasingan.',
    openElsewhere: 'Buka sembang',
    empty: 'Tanyalah apa sahaja. Perbualan kekal di sini.',
    online: 'Kami dalam talian.',
    away: 'Kami tiada dalam talian sekarang. Kami juga membalas melalui e-mel.',
    older: 'Tunjukkan mesej lama',
    you: 'Anda',
    us: 'Sokongan',
    read: 'Dibaca',
    email: 'Alamat e-mel',
    emailWrong: 'Alamat e-mel ini tidak lengkap.',
    letterSent: 'Dihantar. Kami akan membalas melalui e-mel.',
    text: 'Mesej anda',
    send: 'Hantar',
    picture: 'Tambah gambar',
    pictureFrom: 'Gambar daripada {name}, {time}',
    notSent: 'Tidak dihantar. Cuba lagi.',
    problems: {
      message_empty: 'Masukkan mesej.',
      too_many_requests: 'Terlalu banyak mesej. Tunggu seminit, kemudian hantar semula.'
    },
    uploading: 'Memuat naik gambar',
    ready: 'Gambar anda, sedia untuk dihantar',
    remove: 'Alih keluar gambar',
    pictureProblems: {
      one_picture: 'Tambah satu gambar pada satu masa.',
      chat_picture_not_taken: 'Fail ini bukan gambar PNG, JPEG, GIF, WebP atau AVIF.',
      chat_picture_too_large: 'Gambar lebih besar daripada {size}.',
      chat_picture_unknown: 'Muat naik telah melebihi sehari. Cuba lagi.',
      too_many_requests: 'Terlalu banyak gambar. Tunggu beberapa minit, kemudian cuba lagi.',
      failed: 'Gambar tidak dapat dimuat naik. Cuba lagi.'
    },
    close: 'Tutup'
  },
  login: {
    email: 'Alamat e-mel',
    sendCode: 'Hantar kod kepada saya',
    code: 'Kod akses',
    codeHelp: 'Huruf besar, ruang dan sempang tidak penting.',
    codeEmpty: 'Masukkan atau tampal kod.',
    enter: 'Log masuk',
    haveCode: 'Saya sudah ada kod',
    byMail: 'Log masuk melalui e-mel',
    lost: 'Tidak dapat log masuk?',
    newHere: 'Baru di sini? Cipta akaun',
    haveAccount: 'Saya ada akaun',
    agreeBoth:
      'Dengan mencipta akaun, anda bersetuju dengan [terma perkhidmatan] dan [dasar privasi].',
    agreeTerms: 'Dengan mencipta akaun, anda bersetuju dengan [terma perkhidmatan].',
    withoutMail: 'Teruskan tanpa alamat e-mel',
    emailWrong: 'Alamat e-mel ini tidak lengkap.',
    sentTo: 'Jika ada akaun bagi alamat ini, kod telah dihantar ke {email}.',
    sentToNew: 'Kod telah dihantar ke {email}.',
    sentHelp: 'Sah selama sepuluh minit dalam pelayar ini.',
    again: 'Hantar kod lain',
    againIn: 'Hantar kod lain ({seconds} s)',
    create: 'Cipta akaun',
    proof: 'Mengesahkan bahawa anda manusia',
    talk: 'Hubungi kami',
    go: 'Teruskan di {host}',
    handOff: 'Anda log masuk di sana, dalam tetingkap baharu, kemudian kembali ke sini.',
    waiting: 'Menunggu tetingkap lain…',
    blocked:
      'Tetingkap tidak dapat dibuka. Benarkan tetingkap timbul untuk halaman ini, kemudian cuba lagi.',
    closed: 'Tetingkap ditutup sebelum anda log masuk.',
    refused: 'Laman ini tidak dibenarkan untuk melog masukkan anda.',
    failed: 'Log masuk gagal. Cuba lagi sebentar lagi.',
    anonymousText:
      'Kami tidak bertanya siapa anda, jadi tiada sesiapa dapat menghantar kod baharu. Jika hilang, akaun dan wangnya turut hilang.',
    createAnonymous: 'Cipta akaun tanpa nama',
    codeOnce: 'Ini kod akaun anda. Kod ditunjukkan sekali sahaja.',
    copy: 'Salin',
    copied: 'Disalin',
    download: 'Simpan sebagai fail',
    kept: 'Saya telah menyimpan kod di tempat selamat',
    done: 'Selesai',
    notYet:
      'Simpan kod dahulu: salin, simpan fail, atau tandakan kotak. Tanpa kod, tiada sesiapa dapat membuka akaun ini lagi.',
    passkey: 'Tambah kunci laluan juga',
    passkeyAdded: 'Kunci laluan ditambah. Anda boleh log masuk dengannya.',
    passkeyName: 'Kunci laluan {date}',
    fileText: 'Kod akaun {site}. Sesiapa yang memiliki kod ini boleh log masuk:',
    passkeyWay: 'Guna kunci laluan',
    close: 'Tutup',
    titles: {
      GET_SIGN_IN_POPUP: {
        title: 'Log masuk',
        description:
          'Tanpa kata laluan. Kami menghantar kod melalui e-mel, atau anda menggunakan kod akaun yang disimpan.'
      },
      ENTER_ACCESS_POPUP: {
        title: 'Masukkan kod akses',
        description: 'Kod akaun tanpa nama, atau kod sekali guna daripada e-mel.'
      },
      RESET_PASSWORD_POPUP: {
        title: 'Pulihkan akses',
        description: 'Kami menghantar kod sekali guna ke alamat akaun anda.'
      },
      CHECK_YOUR_EMAIL: { title: 'Semak e-mel anda', description: '' },
      CREATE_ACCOUNT: {
        title: 'Cipta akaun',
        description:
          'Satu akaun untuk kedua-duanya: beriklan di laman lain dan jana pendapatan dengan laman anda.'
      },
      ANONYMOUS_SIGN_UP: {
        title: 'Akaun tanpa nama',
        description:
          'Anda mendapat satu kod. Itulah akaun anda: sesiapa yang memilikinya boleh log masuk.'
      },
      CONFIRM_AN_ACCOUNT: { title: 'Sahkan akaun anda', description: '' }
    },
    failures: {
      unreachable: 'Pelayan tidak dapat dicapai. Semak sambungan anda dan cuba lagi.',
      unreadable: 'Respons pelayan tidak dapat dibaca. Cuba lagi sebentar lagi.',
      internal:
        'Berlaku masalah di pihak kami. Tiada apa-apa yang hilang. Cuba lagi sebentar lagi.',
      unavailable: 'Perkhidmatan tidak tersedia sekarang. Cuba lagi sebentar lagi.',
      too_many_requests: 'Terlalu banyak percubaan. Tunggu beberapa minit, kemudian cuba lagi.',
      access_code_wrong: 'Kod ini tidak betul. Semak, atau minta kod baharu.',
      access_code_expired: 'Kod ini telah tamat tempoh. Minta kod baharu.',
      other: 'Tidak berjaya. Semak maklumat anda dan cuba lagi.'
    }
  }
}
