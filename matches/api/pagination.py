"""Long lists come in pages."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """``?page=2&page_size=500``; 100 a page unless asked, 1,000 at the most."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 1000
